"""Collect the sentences for players into the catalogues and compile these: ``make messages``.

Translate what stays empty in ``mechanica_core/locale/*/LC_MESSAGES/mechanica.po``, then run it again.
"""

from __future__ import annotations

import ast
from pathlib import Path

import polib

from service.page.words import Counted, counted_sentences, sentences

ROOT = Path(__file__).parents[1]
SPOKEN_IN = ("mechanica_core", "service", "vision")


def templates() -> list[str]:
    """Every sentence given to ``say`` or ``translate``, and those of the page, sorted."""
    found = set()
    for file in (file for folder in SPOKEN_IN for file in (ROOT / folder).rglob("*.py")):
        if file.relative_to(ROOT).parts[1] == "build":  # what an installation left there
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say" | "translate"), args=[ast.Constant(value=str(sentence)), *_]):
                    found.add(sentence)
    return sorted(found.union(sentences()))


def update(catalogue: Path, single: list[str], counted: tuple[Counted, ...]) -> int:
    """Bring one catalogue up to the sentences, keep its translations, compile it; the number still empty."""
    old = polib.pofile(str(catalogue))
    known = {entry.msgid: entry for entry in old}
    new = polib.POFile(wrapwidth=120)
    new.metadata = old.metadata | {"Plural-Forms": "nplurals=2; plural=(n != 1);"}
    for sentence in single:
        entry = known.get(sentence)
        new.append(polib.POEntry(msgid=sentence, msgstr=entry.msgstr if entry else ""))
    for one, many in counted:
        entry = known.get(one)
        forms = entry.msgstr_plural if entry and entry.msgstr_plural else {0: "", 1: ""}
        new.append(polib.POEntry(msgid=one, msgid_plural=many, msgstr_plural=forms))
    new.save(str(catalogue))
    new.save_as_mofile(str(catalogue.with_suffix(".mo")))
    return len(new.untranslated_entries())


if __name__ == "__main__":
    for path in sorted(ROOT.glob("mechanica_core/locale/*/LC_MESSAGES/mechanica.po")):
        empty = update(path, templates(), counted_sentences())
        print(f"{path.relative_to(ROOT)}: {empty} sentences without a translation")
