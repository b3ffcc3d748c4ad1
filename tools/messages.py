"""Collect the sentences for players into the catalogues and compile these: ``make messages``.

Translate what stays empty in ``mechanica_core/locale/*/LC_MESSAGES/mechanica.po``, then run it again.
"""

from __future__ import annotations

from pathlib import Path

import polib
from babel.messages.extract import extract_from_dir

ROOT = Path(__file__).parents[1]
SPOKEN_IN = ("mechanica_core", "service")
KEYWORDS: dict[str, None] = {"say": None, "translate": None}


def templates() -> list[str]:
    """Every sentence given to ``say`` or ``translate``, sorted."""
    found = set()
    for folder in SPOKEN_IN:
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, keywords=KEYWORDS):
            found.add(message if isinstance(message, str) else message[0])
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
