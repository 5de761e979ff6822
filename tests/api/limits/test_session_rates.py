"""Changes of sessions can be made so often only."""

from __future__ import annotations

import pytest

from tests.api.identity.sessions.session_documents import (
    CREATE_CODE,
    END,
    END_OTHERS,
    LINK,
    RENEW,
    SIGN_OUT,
)
from tests.api.limits.rate_clients import LimitedClients, rate_limited_error


@pytest.mark.parametrize(
    ("document", "values"),
    [
        (RENEW, {}),
        (CREATE_CODE, {}),
        (LINK, {"token": "x"}),
    ],
)
async def test_changes_of_sessions_are_limited(
    limited: LimitedClients, document: str, values: dict[str, str]
) -> None:
    ann = await (await limited(sessions="1/hour")).sign_in("Ann")
    await ann.data(RENEW)
    await rate_limited_error(ann, document, **values)


@pytest.mark.parametrize(("document", "values"), [(END, {"session": "x"}), (END_OTHERS, {}), (SIGN_OUT, {})])
async def test_sessions_can_always_be_ended(
    limited: LimitedClients, document: str, values: dict[str, str]
) -> None:
    ann = await (await limited(sessions="1/hour")).sign_in("Ann")
    await ann.data(RENEW)
    await ann.data(document, **values)
