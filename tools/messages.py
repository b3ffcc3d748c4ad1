"""Collect the sentences for players into the catalogues and compile these: ``make messages``.

Translate what stays empty in ``mechanica_core/locale/*/LC_MESSAGES/mechanica.po``, then run it again.
"""

from __future__ import annotations

import ast
from pathlib import Path

import polib

ROOT = Path(__file__).parents[1]
SPOKEN_IN = ("mechanica_core", "service", "vision")


def templates() -> list[str]:
    """Every sentence given to ``say`` or ``translate``, sorted."""
    found = set()
    for file in (file for folder in SPOKEN_IN for file in (ROOT / folder).rglob("*.py")):
        if file.relative_to(ROOT).parts[1] == "build":  # what an installation left there
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say" | "translate"), args=[ast.Constant(value=str(sentence)), *_]):
                    found.add(sentence)
    return sorted(found)


def update(catalogue: Path, sentences: list[str]) -> int:
    """Bring one catalogue up to the sentences, keep its translations, compile it; the number still empty."""
    old = polib.pofile(str(catalogue))
    known = {entry.msgid: entry.msgstr for entry in old}
    new = polib.POFile(wrapwidth=120)
    new.metadata = old.metadata
    new.extend(polib.POEntry(msgid=sentence, msgstr=known.get(sentence, "")) for sentence in sentences)
    new.save(str(catalogue))
    new.save_as_mofile(str(catalogue.with_suffix(".mo")))
    return len(new.untranslated_entries())


if __name__ == "__main__":
    for path in sorted(ROOT.glob("mechanica_core/locale/*/LC_MESSAGES/mechanica.po")):
        print(f"{path.relative_to(ROOT)}: {update(path, templates())} sentences without a translation")
