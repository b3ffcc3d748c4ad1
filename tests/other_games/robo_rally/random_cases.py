"""Random cases, crowded enough that everything meets everything."""

from __future__ import annotations

import random
from typing import Any, Final

SIDES: Final = "NESW"
CARDS: Final = ("move1", "move2", "move3", "back_up", "rotate_left", "rotate_right", "u_turn")
PLAIN: Final = (
    *("pit", "drain", "radioactive_drain", "lava_pit", "water", "oil", "oil", "teleporter", "double_repair"),
    *("chop_shop", "radiation", "waste", "randomizer"),
)
RULES: Final[dict[str, list[Any]]] = {
    "belt_into_robot": ["push", "stop"],
    "belt_follower": ["drop", "push"],
    "repulsor": ["edge", "square"],
    "teleporter_back_up": [2, 1],
    "portal_moves": ["own_card", "any"],
    "damage_limit": [10, 3],
    "laser_crosses_ledge": [False, True],
    "lava_neighbours": ["four", "eight"],
    "lava_through_walls": [True, False],
    "non_flat": [["mirror", "crusher"], ["flamer"]],
}


def _registers(rng: random.Random) -> list[int]:
    return sorted(rng.sample(range(1, 6), rng.randint(0, 5)))


def _element(rng: random.Random, side: str) -> dict[str, Any]:
    match rng.randrange(22):
        case 0 | 1 | 2 | 3 | 4 | 5 | 6:
            belt = {"kind": "belt", "speed": rng.choice(["normal", "express"]), "to": side}
            return belt | ({"curve_from": rng.sample(SIDES, rng.randint(1, 2))} if rng.random() < 0.4 else {})
        case 7 | 8:
            return {"kind": "current", "to": side}
        case 9:
            return {"kind": "gear", "turn": rng.choice(["cw", "ccw"])}
        case 10:
            return {"kind": "laser_emitter", "fires": side, "beams": rng.randint(1, 3)}
        case 11 | 12:
            return {"kind": "pusher", "push": side, "active": _registers(rng)}
        case 13:
            return {"kind": rng.choice(["trapdoor", "crusher", "flamer"]), "active": _registers(rng)}
        case 14:
            return {"kind": "mirror", "diagonal": rng.choice(["NE-SW", "NW-SE"])}
        case 15:
            return {"kind": "repair", "wrenches": 1}
        case _:
            return {"kind": rng.choice(PLAIN)}


def _edge(rng: random.Random, at: list[int]) -> dict[str, Any]:
    edge = {"at": at, "side": rng.choice(SIDES)}
    match rng.randrange(7):
        case 0 | 1:
            return edge | {"kind": "wall"}
        case 2:
            return edge | {"kind": "one_way_wall", "red_faces": rng.choice(["outward", "inward"])}
        case 3:
            return edge | {"kind": "ramp", "upper": rng.choice(["inside", "outside"])}
        case 4:
            return edge | {"kind": "ledge", "upper": rng.choice(["inside", "outside"])}
        case 5:
            return edge | {"kind": "repulsor"}
        case _:
            return edge | {"kind": "door", "active": _registers(rng)}


def random_case(rng: random.Random) -> dict[str, Any]:
    """A case on a board of at most 7 x 7 squares; all of it is possible."""
    width, height = rng.randint(1, 7), rng.randint(1, 7)
    squares = [(x, y) for x in range(width) for y in range(height)]
    rules = {name: rng.choice(values) for name, values in RULES.items() if rng.random() < 0.25}
    density = rng.choice([0.2, 0.5, 0.9])
    listed: dict[tuple[int, int], dict[str, Any]] = {}
    drift = rng.choice(SIDES)
    for at in squares:
        if rng.random() < density:
            elements = [_element(rng, rng.choice([drift, *SIDES]))]
            if rng.random() < 0.15:
                other = _element(rng, rng.choice(SIDES))
                elements += [other] if other["kind"] != elements[0]["kind"] else []
            listed[at] = {"at": list(at), "elements": elements}
    plain = [at for at in squares if at not in listed]
    if len(plain) > 1 and rng.random() < 0.5:
        for at in rng.sample(plain, 2):
            listed[at] = {"at": list(at), "elements": [{"kind": "portal", "colour": "A"}]}
    if rules.get("repulsor") == "square" and (plain := [at for at in squares if at not in listed]):
        at = rng.choice(plain)
        listed[at] = {"at": list(at), "elements": [{"kind": "repulsor"}]}
    edges, sloped, doors = [], set(), set()
    levels = rng.random() < 0.3
    if levels:
        for at in rng.sample(squares, len(squares) // 3):
            listed.setdefault(at, {"at": list(at), "elements": []})["level"] = rng.randint(-1, 2)
    for _ in range(rng.randint(0, len(squares) // 2)):
        at = rng.choice(squares)
        edge = _edge(rng, list(at))
        step = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[edge["side"]]
        both = frozenset({at, (at[0] + step[0], at[1] + step[1])})
        if edge["kind"] == "repulsor" and rules.get("repulsor") == "square":
            continue
        if edge["kind"] in ("ledge", "ramp"):
            if both in sloped:
                continue
            neighbour = (at[0] + step[0], at[1] + step[1])
            if levels and neighbour in squares:
                difference = listed.get(at, {}).get("level", 0) - listed.get(neighbour, {}).get("level", 0)
                edge["upper"] = edge["upper"] if not difference else "inside" if difference > 0 else "outside"
            sloped.add(both)
        if edge["kind"] == "door":
            if both in doors:
                continue
            doors.add(both)
        edges.append(edge)
    solid = {at for at, s in listed.items() if any(e["kind"] in ("mirror", "repulsor") for e in s["elements"])}
    free = [at for at in squares if at not in solid]
    robots = [
        {"id": name, "at": list(at), "facing": rng.choice(SIDES), "damage": rng.randint(0, 2), "archive": None}
        for name, at in zip("ABCDEFGH", rng.sample(free, min(len(free), rng.randint(1, 8))), strict=False)
    ]
    registers = rng.sample(range(1, 6), rng.randint(1, 3))
    program = {
        robot["id"]: [{"card": rng.choice(CARDS), "priority": rng.randint(1, 9) * 10} for _ in registers]
        for robot in robots
        if rng.random() < 0.8
    }
    draws = {robot["id"]: [{"card": rng.choice(CARDS), "priority": 55} for _ in registers] for robot in robots}
    return {
        "board": {"width": width, "height": height, "squares": list(listed.values()), "edges": edges},
        "robots": robots,
        "program": program,
        "registers": registers,
        "end_of_turn": rng.random() < 0.3,
        "forced_draw": draws,
        "rules": rules,
    }
