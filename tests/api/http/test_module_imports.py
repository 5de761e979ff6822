"""The modules of a page: static imports, and the modules that are made of the catalogue."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from api.web.catalogue import Catalogue
from api.web.module_imports import closure

CATALOGUE = {
    "a.greeting": "“Hello” & welcome\\",
    "b.count": {"one": "{count} card", "other": "{count} cards"},
}


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    file = tmp_path / "en.json"
    file.write_text(json.dumps(CATALOGUE), encoding="utf-8")
    return Catalogue(file)


def test_static_imports_are_distinguished() -> None:
    modules = {
        "a.js": "import { b } from './b/b.js';\nimport './c.js';\nimport x,\n  { y } from 'bare';\n",
        "b/b.js": "export { c } from '../c.js';\nexport const d = 'd.js';\nlet e = () => import('./e.js');\n",
        "c.js": "// import './f.js'\n/** @type {import('./g.js').G} */\nexport default 'h.js';\n",
        "vendor/bare.js": "",
        **dict.fromkeys(("d.js", "e.js", "b/e.js", "f.js", "g.js", "h.js"), ""),
    }
    found = closure(["a.js"], modules, {"bare": "vendor/bare.js"})
    assert found == ["a.js", "b/b.js", "c.js", "vendor/bare.js"]


def test_a_name_that_ends_with_a_slash_stands_for_a_folder() -> None:
    modules = {"a.js": "import { t } from 'texts/b.js';\n", "made/b.js": "import '../c.js';\n", "c.js": ""}
    assert closure(["a.js"], modules, {"texts/": "made/", "texts": "c.js"}) == ["a.js", "made/b.js", "c.js"]


def test_a_section_that_a_module_imports_is_a_module(catalogue: Catalogue) -> None:
    modules = catalogue.modules(["// One\nimport {\n  t,\n} from 'catalogue/b.js';\n", "t('a.greeting');"])
    assert set(modules) == {"locales/en.js", "locales/en/b.js"}
    assert json.loads(modules["locales/en.js"][len("export default ") : -2]) == {
        "a.greeting": CATALOGUE["a.greeting"]
    }
    assert b'"b.count"' in modules["locales/en/b.js"]
    assert closure(["locales/en/b.js"], {"locales/en/b.js": modules["locales/en/b.js"].decode()}, {})


def test_a_section_without_messages_is_an_error(catalogue: Catalogue) -> None:
    with pytest.raises(ValueError, match="no section c"):
        catalogue.modules(["import 'catalogue/c.js';"])


def test_files_are_filled_with_escaped_messages(catalogue: Catalogue) -> None:
    assert catalogue.filled_html("<p>{{a.greeting}}</p>") == "<p>“Hello” &amp; welcome\\</p>"
    assert json.loads(catalogue.filled_json('{"name": "{{a.greeting}}"}')) == {
        "name": CATALOGUE["a.greeting"]
    }
    with pytest.raises(KeyError, match=r"a\.missing"):
        catalogue.filled_html("<p>{{a.missing}}</p>")
    with pytest.raises(TypeError, match=r"b\.count has forms"):
        catalogue.filled_html("<p>{{b.count}}</p>")
