"""The reference fields of the street-by-street games: boards as computer players set them, none fouled.

What a row is worth besides royalties is how often it wins, and that is counted against these. They come from hands that
the computer player played against itself, five rounds of them, each judging rows by the boards of the round before
(`tests/bench/street_field.py` makes them again): 1 point a row, 3 for the scoop, the standard royalties, no jokers.
Who may discard sets stronger rows than who may not, so there are three fields.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.cards import parse_cards
from engine.chinese.rows import Board, rank_low, rank_row
from engine.chinese.strengths import Ints, lows, order

_OFC = """
    9c8s8cQsQhJh2hKcAsAh5d5cQd QcTc9d7h7d6c4hAcJsJd3sJcKd 2cQs9d8d3d8h7s5sKsKh2hKd9h 2s6hTh5c3s3hTcAdQdJc5s8h5d
    Kd8s3c8d6dQs4dKsAhQhJh7h9d Qh2s5h5d4h6s7c6dTd9c8c7hTh QdKs5cJdJcTcKh3d6c4c2d2h2c 2cAh9s4s3d8d3s8cKdJhJsKh2s
    KcJs5sTs5d5c4h4s8s8d7d8h4d QcKh9hJc6s5cJs4cTdTc8hTs7h Qc3h2h7s2dQh5h6cKdTd4dThKh KdTd4cAdJd8c3h2cAs9s2sQs7h
    Ah9d4c7s4h7h7dTsKsKdKh3h6d Qd8c4h9d3s6dKs3dAhAc5s8dJh AdKd8c9s2h4c4dJcThTd5hTs6s Ac2c7d9h3s7s3h2dQdTc6d6cQc
    3hJc7sAc7hJh5c5dAsTs6s6d9c AdTd2s5h4c2d4s6cTh8c7dJd9s QcKs3s4dAsTd6dAd9d9c3h3cKh QdAcTc7d6cJcJd8h5h4h2hJh9h
    AcQs2dQd5sAs4s4h3h3c2s9h9c 2hAh3sJcQh5h5d9s8d7d7cTcAd JhAsAh2s5h7c5s7d9s9d9c3dQh 3hQc7sJh4sKhJdTc8d7c6h9d5s
    QsJhKhAd4d3d3h3sJc9c7c9h9d Ks9c2c4s3d2d3hTc6h6c5c7dTh 6d9dTd7c6s5d8hKc2s2d2cAs3d 4dTd4cJsJc3c4h5cQsQc8cJd8d
    ThAdJc7d6h3d4s7hQcTcQs3s8c KcJh8cAd5cQd9h3c7h2h2s4cJc Qh5c2s9d4h8c9cTc6c2cAcAd2d Qh6s7h8c4sQd6d8hAsAc2d2sAh
    7s9sJh4dAc3d6c9hQdJdTh9c8d KsTsAdAc5h2c5d7s8c6s6d9d9c Ac5c5s7s7h2cQh4h9s9d8cJh2d 3s8c6c7d4s3c9c5hKhJh4c4dTh
    Qh2s6h7d6c3sTh3cAhAc5cAdQd 5dAh9dTd5c7cAdKhQs4h4c7d5s AhQd6dTc3d4h3cThKhKdKc6h6s Ac7d3c5s4d3s2s5cTh9h8h7hKh
    Kd4h4sQh9cKcAcAh5d2s2h5h8c 6hAs2s4c3s3hTh9c8d5dAd5hTd KcQhJh6c3c3hTd2hTs2s9sQs6s 7c8c4dTd2dKc6s5d9s9h2c8s7s
    Qd2d4d5d2c4s4hQsJc7cJhTc5s KsQsJs8dJhTd5cJd5d4s2c4d2h 3d2hTh4d3s2d4cKhJc8h8s9s9h 9cTs6cJh2dTdKh7c7h6s6h4c7d
    4cKcKdAdAc3cTs9d7s7c6c7d2h Th3d3cQs4cTs3hTc8d6d6c6h9d 3s9dTc9h6d8dTd4s8c4c2cKh3c Ac4hQc7d5c5dKh9dJc8h8d8sQd
    QdAsJh7cKcAd9s4sTsTh2d7hKs KhAs3h6s6d8sKs3s9h9c5cQc9s AsQc3c8d7c7h2d4hJcTh9sJd2s 4h8cJsTc6h6d5hTdAsKsQs4s7s
    KsTc7d8s7cAs5sQd4h9h5hKcAh Qh4s6sJc5h3sJs5s9s9hTh8c9c 8d2h2sJsJc3s4dTc8h7h6h9cTs Ad9hJhJcThJs3h2dKsKh8cTdKd
    Ks6c7sTh4h3s6sKh8sAh8c5s2s Qh2dJsJd3dAh2h5d9s5s7cAsJh Ad2s5d4hTh6h8h4sQc3c3s3h2c Kc9c8s9d5h7dKdQsJs6sKs5sAs
    4d9h5d7h6c3sQc6dJhJdAcJc9s Td2s5d5s3cKh8h8sQc9cJc4cTc Kd9hThJhJd9s6sKcQcJc2cQs3d 5sTcJdTd6dJc3d6c4c2h8h8d5h
    Qc4c8d6s7sJc6c9cKhJh5hJs7d Kd3s4cTs7sAhQd2h5c4dKsAdAc As5hQs4s3h9s3cAcJd7d6d6hJc Ts6h7hJd3d9d8hQhQc9c2cQs6s
    Kd3sQh3h3c2s7sAs8d5dJd8cTd TcAd2d5c4s6dAc5dTs9c8dQcQd 7hAh3dKs2hQsAdKd6s6h4c6d4h Jd9cTcTd4h4c7d6h8s5s5dJc8d
    5cQsJhTh8dJc4s4c9h9cKs7sAh 3h2sQd4d4cTd8d5hAsJs7sAhAd Jh9cTdKsKd2c5s3s7s7h8h7c6d Tc9dAc2s9hTs5cThQd5d3d3sQs
    QcTsQsKc7hAsKs9d7s7d6d8h6c Ah2d8cTd5d4dThJhKhKc3d7cKd Kc4d8s5cAh9c6dQhQsJs8dJhQd KhQs7dAh9c8s3d2h6dAc4d6hQd
    QdKh6hKc6s9dKsJsTh8cJhJdTd As6c8sQh3c5h7dQc9h8dTdTs9d TsQs2dQd9hKc8h2s3s3dTh7c3h QcQh3cTs2hAd9dAc6h6dQdKhKd
    5c3d3sAhAc3hTdJs9s9d4h6c4d Kc3hJcTc3cAd5dKsJs2s9hJhAs Qh3dKh2c5cQcAd8hTsTc6hJc6d Jc5h3c7h6s4cAcTs2s2c3s2h3d
    7cJsQdAh7d8s6hAsThTd3h2hTc As4c3cQc2cKd2dAd7h7c9h9cQs Kh5c3c6d6s9c8h2sQd4s4dQhKd 2c2h5c7s7h4hKc5h8hJcAcJd7c
"""
_PINEAPPLE = """
    8dAs8s9d7h9s2dAh5c3c8c3h3d Tc8c2c6c5d4h9d9sJsJd7h7dJc JcKcQc4d3c2s2h2d6dTdTh6c6h 8cKs9cTs4s8d5cAcJh9h8h5h5s
    Kd9sQc3s3h2s5s5dJs8dJc8s5h 9dQsJs7hTs9cKsTh6s6d2h6h3s 5d8cQh8h7s4s8dTdQcJdKhAdAc QdTs5c6d3s2cAs6h8h8d7cQsQc
    Kc7dJs4d3c4s3d8cQhJdTh9sKh AdQh9dTc7c4s6d4cKdQd8d8c8s TdKsAsAhAc5d9sJs2cQc7s7hQs Kh7d2dAs6c5cAdJhJsJd9s9dJc
    6dKsTdAh5s2sAc8dTh8h7hQh4h 6s3d2sAsAc6d2d8d9cJcJsQhQc KcTs7s4s7d4c7c6hTh9s8sTc9d 5hQsAc8c7s2cKsKdJd4s4cJh8s
    Qh9dAsJcAdKhAh7d6s6h2h8h8d 7cKc9cTd7d4s4d9sAhQh6h9hAc Qs4s7cKc7h3cTd4cJd9c7sTsAd 2h7h2sJc8hTdJsThAd5d2d4d3d
    AdKsQdKd8d8cKh4hJs5h5c5sJh Ad7s7d7c2s8sTsTdJdThJs4s4h AsKcQc4hTs5h4cQhKhKd6d6cKs AdKs7d5c4hJh8s4s9h9d3c9s3d
    6s3sQh5c3c6c4c5dJh9h8h7h6h QdAs3d9s8sTsKs3sJh7h2hAhKh Kd9dQc6s6h5s7d6cTdTcQhTh3h QdAsJc3c4d5s8d4sTs8h7s9d6h
    9s6cQsAdAc3sTd6sJdTc9hKdQc 4dTd7s9h2h2d9d5s8c5c4c9cTc KsKd7h2cAsKcKh8dQdQc6s6dQh AdKd4dJc6c3d6hAcThQh9h8hJh
    QcTc8d7s2sKc7d4d9hQsTd8hTh 4sKdTc9s3d3c7sQh6c5d6d8d5c KsAcQs7d5hJhJs9c4c2h3h6s5s KcAc5dTc9c8sTsKh4h4dJd4c2h
    Kc3cAd5d8s8d2c4dQsJs9d9cJh 9sKh6hAhTcAcQcTs7c6s4s3d5h 9hQcKh6s5h2c3c5cTd8d5dQdKd KcQhKsAcTc6h5sAs7h7cJhJd7d
    KhAsAhJd8s9dJc9hQdQc5hQsAc 6dAd9s7h7c5c3s3h9c2c2dQs2s 4cTs7dJh3hQs2h2s8d5d6hKsKc 4c4dAcTc8cJcJdTd6h4h3h7hTh
    8d8sJsQhJcKdJh6sAh5c3s2dAd AcAhJs7s7c4s4d8dQhTh6hJh5h Kh9sJhAsQcTs8c9d6c5h4d3c2h Jc9hKh8sTd5c3s3c7s6d6c9s9d
    As8cTh7c6c3d5d3hQsTs8s4s9s AdKc8h3h3d4h6d6hJs6s4s3s5s Jd7dKhTh7h5h2hTcQsJsTs9sAs KdKhTcAc2h8hAhQd5c3c9c3s5s
    KsTd7c8s4h4c7hTsJc9h9d3hJh 9cQs3cQdQc5cJd5s8h6d6hAsAd Kh7cJs4h4dAh7s7d3d2d2h3h2c 9s9h8dJsTc6sTs6c7hAhKhAcAs
    Ac6s6dJh9d9hJd6h2s2d3s3h2h 9hJhKc4c6h5c6c5dKsQs8s9s4s Ah7hQh8d4s4d9d9sJc9c8c6c7c QcQh8sKdKc3d7dAd7c4cTc3c8c
    QhQcKsAhAc2s3h9s7s5c8s4c6h 9hKdQd3c6cJhJc3dQsTs5s3s4s Kd2cJc9hAhTd6dKcQs7s4s2s3s 9d9c6sThTcAcTd3c5s8s3s9s7s
    Kc5dQc2d3dTs2sQs8h8d7h7d7s Js6hKdKcTc2s2cQs5h4c5cAs8d Jd6c8hAsTs9h9s2c6h5d4c3h2s Ad9dTh4c3c5s4d5dQdJh8c9sTs
    AcKh8d6c5s8h7s4hAdQd7dTd2d 2cQh2h6d5s4dKd4cKsQdJsJhJc AsKhKd7h7s7d6hQdAc4c2c9c5c 9c6sAcTs5sTdJc2cKcQc7cTc6c
    Kd3cQs6c2s5hKh2c8s7h5c9d6h Jh9dQhKdTh3cTsQc6d6s2s2cJs 6sAc6cTsTc7c6dAh3d2d3h2sJs Qc9dTd6d3s8d3h8sJh2h2sAh2d
    8cAcKh7h3c3s6c9cJhJdQdQsQc AsQd9s4c3d7dQh4sTc6sJhTsTd QcKsJdAd6c4hTh9h2c7d2s7c7s KhAsQc8h6h4d4hQs9h9c2h2c3s
    TdKdKs2s2d4c7h4h9s8s8d8h9h Ks5dQh6s4h2d6hKcJcTc9d7d8h AsTsJhKhKd3h8dKs6d5s5c6s5d 2dKh7h6d3dKc8cJhAsQs8s6s5s
    3sAsAhQc6cTsTc6d8d7s6s4h5c Qh6s7cAs3hKd8d6cJcJs7s2s2d 3dTd5d7cQs8c6d5s9h6h2h7hKh Kc3d3c4c2c8c4s4d9h9c9d6cAd
    KhQc7s6c8s8h2c8d5s5h5dJsJc 4dKh3h7h3c9d5s5dJsJc2sJd8h QhAhKc3s5s4s5h3d7d5d2d2h2c Qd9cKs5h4d2sAs5dTc8h8cQs8s
    8sKdQc9h6s6c9s4cTd5dQdTh5h Ks4hQsJs9s9c7cJh8d8cAsAd8h Jh7d7s9d8s8hTh6c5c3c2dTcTd AhTs3h2sQsQh2h4hJcTc9c2c7c
"""
_LOW = """
    QsQhKd9c5c8s7c4sAsAhQcQdAd Ac9s2c6c5d4h2h8cJsJd7h7dJc KcQhQs9h4d2h5h3d4sAh7sAdJc TdAc6s9s8s2c5c3sJh7h8d9dJd
    TdKh7c8d7d2h4h5c2sQsTs5sQh Jd8s5s8h4d3d2d5d7s7cQcQs4h QdQcKdTc5c7s3h2s8h8d9sJs9c AdJhAs8d7d5d4s2cTcTh5s5h7h
    AdJdAc2d7s6h8d5hQsQdQcQh8h AdTcKc8h6c4c7d2h9h5d5s5c9s KcTdAh8h6s4s5d3c7s7cQhQdQs QsKcKd9c7h4d8d6h5d5hJdJc8c
    KdKc2d5d3d2h7h9sJd4s4cAhAc AcAsThTc5h2h4h3c9s5s5d5c2c 4c4h6s9h8c2s3c5h8d6d4d7d9d AcKs9c9s3h5c7h2dJs3dQcJdKc
    KdQsTh6d4s3hTd7s2h2cAd2d8h 8d8cQh7h4h2s6s5hKcJsAcJd9c Kh9d4d4c2c7d5h3dJh9c7sJcTc 6d2s2c8d6c5d3s2h9sQsJhKsQc
    AhQcAs6h9h7c2s3cJdTcTsQdJs Kh4s4d9d8d7h2c5dJhTd8h8cKs KdJdJh2d6h3d9s4dTsThTcQhTd JsTsKc8d3s2d9s4d3hQdQcQh3d
    KdQsAc6c2d8s3c5sJc8d9h9cKs KcQcAh7d6s5c4d2cJhJsJdTs7c AsAh9s6c9h3h7s5cQdJc8s8dJs KsQsTc8h7c4c3c2h7d7h5h8c5d
    Qd2cKc5h3c8d9d6cTh6hJhAdQh As8c5h5s8h4h9d7dJs3h3cQcQs KhQh6h7s6s3h2s8d9hTsAd3d3c AhJd8s7s6d4c3h2dTcQsTd4s4h
    KsKhAd8s6c4c2c7s7h7d7c9cQc QcAhKs5s4c9sTd8hThTc7d7cJs AdJdAc2h5h4h9s3d5s5cTsTdQd AhKcJh7c4s6hTd9cQsJcJdQcQd
    QdAsKs5d3c2h8d4sJd6s6d6c2d KdKh9d7c6h2c5d3sQsQcQh8s8c KdKhAd8d5h2h4s6dThTcQd5s5d 7s7dQs9d6s4s2d3hTcKs6c8cTd
    QdQs3c7d2s8c4h3hJhJdKcKs4s AhAd8s8h4c2c5h3hJsTdKdKhTc Ac9dQs3c2s4s5d7cKhTh4hTs4c QhQcJs7s4c3d2h5d6s9dThTd6h
    AsQhTc8h2s5c3s6cKh2cKdJd5s KsAdQc8c7s6h2d5hTs3h3d6sTh 5cKd5d7s6h3c2s4h7cTh6s8d9h AdQhAs4d3d8s7h2hJhJd3hJs8h
    KdTcAs3cTd9d2h6sJc5s5hJh3s Qs3d3s5h3c9d6s7sKhTs7h7cJc KsQsJd9d6c5h2c3h8c6hTsJhJc KsAs5d9c7h4cTh3dJhJcJd7s2c
    KdKcAh9c7d6s2h8hTdTsThTc6c AhJh9h4h2c9d6h3s8h8dQhTc6s Kc9sKdTd2s8c6d7c3s3h3c8d5c QsAhQd9s8d6h5s4sJcTd7dJs7h
    Kc6s6c5d4c3c7h2sJcQhQd5hJs KdAdAs8c5c2h7s6d9h7d9cTsTh Kc3d6d8d6c4c2d7dJdTs5h4d4h QdKhAc8s3s4d7d2c8h8c9d8dAs
    KsQsKd6cTs9c7s5hAhAdJh6h5c TcQs7d6h3h2d5d7h4s4cJdJc4h Kc9h6d6s3c5d8s7hJs5hJdQd8h KhQs2d7d5s4h3d9sJcAcThTc4s
    ThAsTsTd8h7h3h5d8s7s6s5s3s Ah5cAd7d5h2h4c9d8cJd2cJc2d Kd5h5d4s3d2s6h8dAhTdAsThAc AsAcKs7d6s5c2c4sTsJh8h8cTd
    QhQcTcTs7c6h3d2cJs9h8cJdJh AsAhQc7c6s9d5s2cQdJc8cQsJh KcQsAh6d7s4s2d5dThTcAs2c4c QsQd3d7c5h3c9h6sTd9sKc9cKs
    AhKcJc9c8d6c5h3hQcQdTcQs3s 5c4d2d5h2c4s7h8sJcTh9cKsTd AcKc7s8c7c5s4c2sJd9h8dAdKs KsAcAs6h4dTd5h7d9d9cQcQd9s
    AdAhJd7h4h2c3h9d4cJc8cQc9c Ac8c5h7c6s5s8s2dKcJsKsKd5d KhJc9h9d7s5d3d4sTd8s6h2dAs AdTh8d5c2h7c6h4sKh9hKcQd6c
    AsAcTs8h3s2d6h7sJhJc2sJdTc KsKdTd7h4s3c2s5hJsTs9sAs7s QsAsTc9s5c4s6c8d2d2s5h5d7h Ad4d5cTc5h4s6h3hJh9hTdQcAh
    Kc8s9s6c4s3c9c5s4hQh2hAsQd KhKsJh7d4c6c5s2s6h6d3d3s9d AcTh4s9c8c5s2c4dJcJh6sQdJs AsJsJd7h6c2c8h4sQc7sQd9c7d
    5dQdAc6c4c3h2c9cKh9d7d6s7c TdKsKc9c2d7h8dThQhQd2s2cJs
"""


def _boards(text: str) -> tuple[Board, ...]:
    hands = [parse_cards(cards) for cards in text.split()]
    return tuple([Board(cards[:3], cards[3:8], cards[8:]) for cards in hands])


BOARDS = {"ofc": _boards(_OFC), "pineapple": _boards(_PINEAPPLE), "low": _boards(_LOW)}


@cache
def street_places(row: int, is_low_middle: bool, is_drawn_freely: bool) -> Ints:
    """The strengths of that row (0 front, 1 middle, 2 back) in a field, ascending, as places of `strengths.order`, or
    of `strengths.lows` for a deuce-to-seven middle. `is_drawn_freely`: whether cards are discarded there."""
    boards = BOARDS["low" if is_low_middle else "pineapple" if is_drawn_freely else "ofc"]
    if row == 1 and is_low_middle:
        return np.searchsorted(lows().strengths, sorted([rank_low(board.middle) for board in boards]))
    return np.searchsorted(order().strengths, sorted([rank_row(board[row]) for board in boards]))
