"""The base class of refusals, which gives each one its code and its message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar, dataclass_transform


@dataclass_transform()
class Refusal(Exception):
    """A command was understood and refused; nothing has changed."""

    code: ClassVar[str] = "REFUSAL"
    """The stable, machine-readable name of the refusal."""
    __match_args__: ClassVar[tuple[str, ...]] = ()
    text: ClassVar[str] = ""
    """The message template with its fields in braces; where empty, the docstring is the message."""

    def __init_subclass__(cls) -> None:
        dataclass(unsafe_hash=True)(cls)
        cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).upper()

    @property
    def message(self) -> str:
        """The reason for the refusal, as a sentence."""
        return self.text.format_map(self.data()) or (type(self).__doc__ or self.code)

    def data(self) -> dict[str, Any]:
        """Return the fields by name, with tuples joined into text."""
        values = {name: getattr(self, name) for name in self.__match_args__}
        return {name: _text(value) for name, value in values.items()}

    def __str__(self) -> str:
        return self.message


def _text(value: Any) -> Any:
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple) else value
