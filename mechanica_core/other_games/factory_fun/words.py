"""Parts in words, in the language of the player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mechanica_core.messages import Message, say
from mechanica_core.other_games.factory_fun.parts import Product, Store

_PRODUCTS: Final[Mapping[Product, Message]] = {
    Product.YELLOW: say("yellow"),
    Product.RED: say("red"),
    Product.BLUE: say("blue"),
    Product.BROWN: say("brown"),
    Product.END: say("end product"),
}
_STORES: Final[Mapping[Store, Message]] = {
    Store.OUTPUT: say("the output reservoir"),
    Store.END: say("the end-product reservoir"),
}
_CHANGED: Final[Mapping[str, Message]] = {
    "straight": say("straight connector"),
    "bend": say("bend"),
    "split": say("split connector"),
    "double_bend": say("double bend"),
    "crossing": say("crossing"),
    "yellow container": say("yellow container"),
    "red container": say("red container"),
    "blue container": say("blue container"),
    "brown container": say("brown container"),
    "output reservoir": say("output reservoir"),
    "end_product reservoir": say("end-product reservoir"),
}


def changed_words(part: str) -> Message | str:
    """What a ``Change`` calls its part; a machine's name is itself."""
    return _CHANGED.get(part, part)


def product_words(product: Product) -> Message:
    """A product's name."""
    return _PRODUCTS[product]


def store_words(store: Store) -> Message:
    """A reservoir's name."""
    return _STORES[store]
