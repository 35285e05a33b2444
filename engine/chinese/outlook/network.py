"""The learned outlook: what a board of Pineapple comes to, and how often it is fouled, for a player who plays on well.

Small networks, one for each number of cards set, were taught by play: each learned what the next one makes of the best
placing of the street in between, the last what full rows are worth. They know the usual house rules, and of the others at
the table nothing but the cards that cannot come. `tests/bench/open_face_training.py` teaches them again; the weights lie
beside this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.chinese.outlook.features import Features, Unseen, features
from engine.chinese.outlook.many_boards import Boards
from engine.chinese.rows.chinese_games import Street, find_chinese_game
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import OPEN_FACE, Profile

WEIGHTS = Path(__file__).with_name("pineapple.npz")
STREETS = find_chinese_game("ofc-pineapple").streets
LEARNED = (5, 7, 9, 11)  # cards set

# House rules that change what a board is worth; where one of them is another, what was learned does not hold.
_RULES = (
    "royalties",
    "front_royalties",
    "middle_royalties",
    "back_royalties",
    "jokers",
    "fantasyland",
    "fantasyland_pair",
    "fantasyland_trips",
)


class Outlook(NamedTuple):
    """Of each board: the points that its rows come to where it is not fouled, a foul counting 0; how often, 0 to 1, it is; and
    what the fantasyland that it earns is worth, in points."""

    worth: Features
    fouled: Features
    fantasyland: Features

    def at(self, foul: float, zeal: float = 1.0) -> Features:
        """What each board is worth if a foul is worth so many points, which are below zero, and fantasyland `zeal` times its
        worth."""
        told: Features = self.worth + np.float32(foul) * self.fouled + np.float32(zeal) * self.fantasyland
        return told


class Network(NamedTuple):
    """One network: what its inputs are centred on and scaled by, and its layers, weights and offsets, the last of three outputs."""

    centre: Features
    scale: Features
    layers: tuple[tuple[Features, Features], ...]

    def told(self, inputs: Features) -> Outlook:
        """What it makes of those `features`."""
        found = (inputs - self.centre) / self.scale
        for weights, offsets in self.layers[:-1]:
            found = np.maximum(found @ weights + offsets, np.float32(0), dtype=np.float32)
        weights, offsets = self.layers[-1]
        told: Features = np.add(found @ weights, offsets, dtype=np.float32)
        told[:, 1] = np.clip(told[:, 1] / FOUL_SCALE, 0, 1)
        return Outlook(told[:, 0], told[:, 1], np.maximum(told[:, 2], 0))


FOUL_SCALE = 10  # outputs are of one size where a foul counts so many points


def save(networks: Mapping[int, Network], path: Path = WEIGHTS) -> None:
    """Write networks by the cards set; half as exact as they were learned, which changes no decision that matters."""
    arrays: dict[str, Features] = {}
    for cards, network in networks.items():
        arrays |= {f"{cards} centre": network.centre, f"{cards} scale": network.scale}
        for at, (weights, offsets) in enumerate(network.layers):
            arrays |= {f"{cards} weights {at}": weights, f"{cards} offsets {at}": offsets}
    halves: dict[str, Any] = {name: array.astype(np.float16) for name, array in arrays.items()}
    np.savez_compressed(path, **halves)


@cache
def networks() -> Mapping[int, Network]:
    """The networks of Pineapple by how many cards are set."""
    return load(WEIGHTS)


def load(path: Path) -> Mapping[int, Network]:
    """What `save` wrote."""
    with np.load(path) as file:
        arrays = {name: file[name].astype(np.float32) for name in file.files}
    found = {}
    for cards in LEARNED:
        count = sum(name.startswith(f"{cards} weights") for name in arrays)
        layers = tuple([(arrays[f"{cards} weights {at}"], arrays[f"{cards} offsets {at}"]) for at in range(count)])
        found[cards] = Network(arrays[f"{cards} centre"], arrays[f"{cards} scale"], layers)
    return found


def is_known(profile: Profile, coming: Sequence[Street]) -> bool:
    """Whether what was learned holds for boards of that game and those house rules, with those streets to come."""
    usual = ChineseRules()
    return (
        profile.variant == OPEN_FACE
        and 0 < len(coming) < len(STREETS)
        and tuple(coming) == STREETS[-len(coming) :]
        and all(getattr(profile.rules, name) == getattr(usual, name) for name in _RULES)
    )


def outlook(boards: Boards, unseen: Unseen, learned: Mapping[int, Network] | None = None) -> Outlook:
    """What boards (n) come to that have as many cards set, one of `LEARNED`. `unseen`: what may come to each (n)."""
    found = networks() if learned is None else learned
    return found[int(boards.held[0].sum())].told(features(boards.cards, unseen))
