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
from engine.chinese.arranger.row_strengths import Ints, lows, order
from engine.chinese.rows.rows import rank_low, rank_row
from engine.games.row_layout import Board

_OFC = """
    9c8s8cQsQhJh2hKcAsAh5d5cQd QcTc9d7h7d6c4hAcJsJd3sJcKd 2cQs9d8d3d8h7s5sKsKh2hKd9h Qd6hAd3s3h2s8h5d5cTcJc5sTh
    Kd8s7h8d6dQs4dKsAhQhJh3c9d 2cAh9s4s3d8d3s8cKdJhJsKh2s QdKs5cJdJcTcKh3d6c4c2d2h2c QcKh9hJc6s5cJs4cTdTc8hTs7h
    KcJs5sTs5d5c4h4s8s8d7d8h4d KdTd2cAdJd8c3h4cAs9s2sQs7h Qc3h2h7s2dQh5h6cKdTd4dThKh Qd8c4h9d3s6dKs3dAhAc5s8dJh
    Ah9d4c7s4h7h7dTsKsKdKh3h6d Ac2c7d9h3s7s3h2dQdTc6d6cQc AdKd8c9s2h4c4dJcThTd5hTs6s Ad2s6c5h4c2d4s9sTh8c7dJdTd
    3hJc7sAc7hJh5c5dAsTs6s6d9c QdJdTc7d6cJcAc8h5h4h2hJh9h QcKs3s4dAsTd6dAd9d9c3h3cKh 2hTcAdJcQh5hAh5d8d7d7c9s3s
    Tc7s6hJhJc3cAd8h9h6d9d2s9s 3hQcJdJh4sKh7sTc8d7c6h9d5s AcQs2dQd5sAs4s4h3h3c2s9h9c Ks9cTh4s3d2d3hTc6h6c5c7d2c
    JhAsAh2s5h7c5s7d9s9d9c3dQh 4dTd4cJsJc3c4h5cQsQc8cJd8d QsJhKhAd4d3d3h3sJc9c7c9h9d KcJh4cAd5cQd8c3c7h2h2s9hJc
    6d9dTd7c6s5d8hKc2s2d2cAs3d Qh6s7h8c4sQd6d8hAsAc2d2sAh ThAdJc7d6h3d4s7hQcTcQs3s8c KsTsAdAc5h2c5d7s8c6s6d9d9c
    Qh5c2s9d4h8c9cTc6c2cAcAd2d 3s8c6c7d4s3c9c5hKhJh4c4dTh 7s9sJh4dAc3d6c9hQdJdTh9c8d 5dAh9dTd5c7cAdKhQs4h4c7d5s
    Qh5s4h8c2cAc5c2d9s9d7s7hJh 6hAs2s4c3s3hTh9c8d5dAd5hTd Qh2s6h7d6c3sTh3cAhAc5cAdQd 7c8c4dTd2dKc6s5d9s9h2c8s7s
    AhQd6dTc3d4h3cThKhKdKc6h6s KsQs5c4s2cJh2hJs8d5dTd4dJd Kd4h4sQh9cKcAcAh5d2s2h5h8c 9cTs6cJh2dTdKh7c7h6s6h4c7d
    KcQhJh6c3c3hTd2hTs2s9sQs6s Th3d3cQs4cTs3hTc8d6d6c6h9d Qd2d5s5d2c4s4hTcJc7cJh4dQs Ac4hQc7d5c5dKh9dJc8h8d8sQd
    3d2hTh4d3s2d4cKhJc8h8s9s9h KhAs3h6s6d8sKs3s9h9c5cQc9s 4cKcKdAdAc3cTs9d7s7c6c7d2h 4h8cJsTc6h6d5hTdAsKsQs4s7s
    3s9dTc9h6d8dTd4s8c4c2cKh3c Qh4s6sJc5h3sJs5s9s9hTh8c9c QdAsJh7cKcAd9s4sTsTh2d7hKs Ad9hTdJcThJs3hKdKsKh8c2dJh
    Qd7h4sKc6s3sQc9s9d5dKsAc3c Qh2dJsJd3dAh7c5d9s5s2hAsJh AsQc3c8d7c7h2d4hJcTh9sJd2s 9dAs8sKc5h7d9c5sJs6sKdKsQs
    KsTc7d8s7cAs5sQd4h9h5hKcAh Td2s5d5s3cKh8h8sQc9cJc4cTc 8d2h2sJsJc3s4dTc8h7h6h9cTs 5sTcJdTd6dJc3d6c4c2h8h8d5h
    Ks6c7sTh4h3s6sKh8sAh8c5s2s Kd3s4cTs7sAhQd2h5c4dKsAdAc Qd2dKh6cTs3s4s6sAhQh8h9h3h Jd6h7h3dTs8hQs6sQc9c2c9dQh
    Ad2s5d4hTh6h8h4sQc3c3s3h2c Qc6c3c3h8c7dQhAhAsAc4c9hTd 4d9h5d7h6c3sQc6dJhJdAcJc9s Jc9cTcTd4h4c7d6h8s5sJd5d8d
    Kd9hThJhJd9s6sKcQcJc2cQs3d 3h8dAd4d4cTd5h2sAsJs7sAhQd QcJc9cKhJh5h4c8d6s7sJs6c7d Tc9dAc2s9hTs5cThQd5d3d3sQs
    9s3cAc4s3hAs5hJcJd7d6d6hQs Ah2d8cTd5d4dThJhKhKc3d7cKd Kd3sQh3h3c2s7sAs8d5dJd8cTd KhQs7dAh9c8s3d2h6dAc4d6hQd
    7hAh3dKs2hQsAdKd6s6h4c6d4h As6c8sQh3c5h7dQc9h8dTdTs9d 5cQsJhTh8dJc4s4c9h9cKs7sAh QcKh3cTs2hAd9dKd6h6dAcQhQd
    4s7h5sTs8c3dJh3s9h9dQs2c6d 7sKd9cAsJsKs8h7cAc4c3c5cJc 9s2s2dAh4c9c9d6cJh3h3c3dTh Qh4hTs4d2cKsTdAs7c5c8c3s5s
    As7d9hTh8sKdAdTc5d5c5s6h8h Ks4sAcAh3c2h6c3s9c6s7hTs9s AdQd9c5h2h3d2cQcThJsJdAh7d QhTd8c4d2d4c6cKcTs4s2s5s6s
    Ah8h9d4s4c3h2h5d8cJh8dAdJd Ts4hAc6h5s4d6dJcKsKd6c5hKh Qd5c8dKd8cAd5d3h4s2h9h2cTc Ad3dKd3s2s2d5d9c9hTd8c7h6d
"""
_PINEAPPLE = """
    8dAs8s9d7h9s2dTs5c3c8cAhAd Tc8c4c6c5d4h9d9sJsJd7h7dJc JcAhKc4d3c2s2h2d6dTd6cQc6h 8cJd5sTs4sKs9c7cJh9h8h5hAc
    Kd9sQc3s3h2s5s5dJs8dJc8s5h 9dThQs7hTs9cKs3s6s6d2h6hJs 5d8cQh8h7s4s8dTdQcJdKhAdAc Qd6d4c8h2cJh7cQc3sAsTsQs6h
    4dKcJs9c9d7d5hTdQhJdTh9sKh AdQh9dTc7c4s6d4cKdQd8d8c8s QcAsJsTd5dKs5cQsAhAc2c7s7h Kh7d5hAs6c5cAdJhJsJd9s9dJc
    6dKsTdAh5s2sAc8dTh8h7hQh4h 6s5sAhAsAc6d2d3d9cJcJsQhQc KcTs7s4s7d4c7c6hTh9s8sTc9d 5hQsAc8c7s2cKsKdJd4s4cJh3d
    Qh9dAsJcAdKhAh3c6s6h2h8h8d 7cKc9cTd7d4s4d2dAhQh6h9hAc Qs4sAdKc7h3c4c7cJd9c7sTsTd 9d7h2sJc8hTdJsThAd5d2d4d3d
    AdKsQdKd8d8cKh4hJs5h5c5sJh Ad7s7d7c2s8sTsTdJdThJs4s4h 6s3sQh5c3c6c4c5dJh9h8h7h6h AdKs8s5c4hJh7d4s9h9d3c9s3d
    AsKcJs2h7hAh7c2cQhTs9cTcQs QdAs5c9s8sTsKs3sJh7h2hAhKh Kd9dQc6s6h5s7d6cTdTcQhTh3h QdAsJc3c4d2d8d4sTs8h7s9d6h
    9s5dQsAdAc3sTd6sJdTc9hKdQc 5s3c3d9h2h2d9dTd8c5c4c9cTc KcQh8d2cKsKdTsKhQdQc6s6d6c Js4c4dKc8sAdJc8h7d6s7h6hTc
    5sKd8d4s3h2h4hJh8c9c6c2c9s AhKdQs8h4c2d2c9h6s6hKsTh5c As8cTd7d5d9d7hKcQhQc4h4sJs QhJd8h5h4c6d7h6hQsTs6s2s9s
    KcJsJh5sKdAdKs3d5d4h3sAc2h KdJs9d7s5h3s5dKhAcTc3cKsTd TsKcJdAs2h5cAhAdTh9c8s7c6h Ks9d6cJd2c5cJc5s7c6h6d6s4s
    Qc2s5hJs7d3dQh3hKh9h4h2hAh Js5h9c7s3dKs8d3sTh4h7hTc4d 5sKhQs3c6h2d2h2cAsAdAc9s9d AsJdTs5h3h3d8h7s4s9c5sQd4c
    KhKs7d7c6c4d7h4cJsJc2s2c6d 8dQdQhTh9cKhKd7d3h2h3s2d6s KsJdTcAh3d5d3h2c9c7d8cJhTh AdQs6cTs3dJdJs3s5d4c3c6d7c
    KsJh3s2hJdTh4dJs9c6d6c6hTs Qh6cAh4h4dJc9sQdTc8c8hTh5d 5hQs9s7h6hJh9h8hAcKc4c3cJc KdTs5hAd8s5c8c5s3d3c3sJc6d
    Ac6c9hTdKd5d8dKc3s3d3c7s2c ThAs9d9h8s9s5dQsJsJd2d7s2h 8h2h5h9s8cJc7s6hQd7d4dKdTd Qd3s3cTs8c7h7c7sJsJh5dJcKc
    JdTd6dKhKd7d2d7h8s6sJsQsTs Qc5c6c5h4h4cJdJh3s2sAc2hAs Qc4hQdKc7c2c9cKh3s3h5c6d5h JdAdQcJs9h9c2dTs8c4c7c6c5c
    KsKd8s3h3d9s9cKh6cThTd2d6s KsQh9c4c2d2h5h5c3h3c3d3s4d Kd6h2cQc9d8d4h4sAsAhJsJdAc Ac8hQsJc2sJd7hAd4c6s4sAsAh
    QdTsKhJh3cTdQcKc9s8s5sKsJs AsTdTc5sJsJhKsJd6h3s3h3d6s Qc7c9hAc9sKh3c7h8sQd5c5hKd Ks2cThAs4cQs6hQh9d7d5dAdJd
    Ah8c9hTd3cJsJhTcKhKd4d4h3d 2hAdTcKdJh5s5cAs3c6d4c4h3s QsAhJd8d4d8h7d4sThTd6c6h9c Js2c2d5s5d4c3c8h7s6sQs6d3d
    JhTsTd9h5hQcQdKcAsAcTc6hKs 6hAh6cTd9d7cJd7s3sKsQs6sJs As4hKcQdJc8hAc8c7d4d3d6d5d QhJhQsAdAcKdKs5h2c6d2s2h9s
    Th8c7h9h8dJsJd9d6s4s4d4h4c 5d8d8hAhAd9h4dKh2s2h6c6h5h 8s3s8c5c8h8d2dKh9h9c6cJd6s KcQdQh5c9c5dQs9dTsThTd7h4s
    3sTc3c9d4s4c7sTdJh8sJdKd7c KhJcJd7h3h3c5c5h6c6hAsAh6s KdAsAd5h2d2s8s5s6h6cJsJc2h Kc3d6h4sKd5h7sKh8d8c8hAcQs
    KsKhTd8c7hAsAcKd4s4d2c5d4c KcTsJs3h2h2d6s6cQh7h4hQc7c 9s8h8dAsAd8s3c3sTc6h6dTdTh QhKdAc8s8cKsQs6sAd9d8d5d3d
    9hKcKh7h7d3sTdTs6hQd6c6dQc Qd6d4sAd3s9s8c6cJdKcQsKhQh Jh7dAcJc3dAsAh8d9s9h9d4sKh Ts7d3d4s2dTdQd2c8c6d8s5c6s
    9cAcQcJc3cTcQdTd6s5hJhAhAd 7hQsKd8dKsAs3s3hTs5s5cJd6c AdKc6d3c2cJc2hJs9s9hAs9c4s TcQhKh9d7h2h2dThJs6c7d7c3s
"""
_LOW = """
    QsQhKd9c5c8s7c4sAsAhQcQdAd Ac9s2c6c5d4h2h8cJsJd7h7dJc KcQhQs9h4d2h5h3d4sAh7sAdJc TdAc6s9s8s2c5c3sJh7h8d9dJd
    AhKhQc8h5c4c3s7s6d6s4dKdJd JdQcTd8h4d3d2d5d7s7cQs4h5s Ac7sKs8c5d2s4c3hQhTsAsTc8d AdJhAs8d7d5d4s2cTcTh5s5h7h
    TdKh7c8d7d2h4h5c2sQsTs5sQh AdTcKc8h6c4c7d2h9h5d5s5c9s KhQcKsTs7s2c3c6dAsJhAh3s2s QsKcKd9c7h4d8d6h5d5hJdJc8c
    JcKd9d9s6h7c3s4cAsAhAcQdTc 9d8s8c7s5d3d2d6dThQh7dJsTs AcKc4sTc3s7h6h4d9cTd9sJcAh QhAd7c6h2h5d8h3cJc6sAh9dAs
    4cKsAc8c7s5h2c3dJdTcQsKd9s Ad5hQd5c2h8c7h3sKsJsKdKhJh AhKcAc7c6h4s2c3dQhTd9h9c9s TsKcQc3d2cTh5h4cJs3hJh7hQh
    KcAcAs5s4h3s2d9sQsQd4sAhAd JdAsAc8h7d4d9d3cTc7cThKh7h AdKhKc3d2c4d6dTc8hAhQdAs5s AcKcQs8d6h2h3c7h4s8c4cTsTh
    QdQcAc9d7h6d3h2s8s4s8hJhJc Jd3sJh8s4h3c2h5sTsQdQcAhQh QcKs5cTc6c3d5h2cQd6dKd2d9s AsAhJs4s3d7dTh2cKdQdQsKh7h
    AcJs9hTh8d6c2d7hKd9dKs5dAs AdKsTc8s4d3d5s6hJc9hQd2cJh 4dKsTc5c4c7s2h3hQcJhKc6c8h TcAd5h9d8h3h2h4h7s7h2s7c3s
    AsAh9c8h5c4cTh3cQs5s5h5dQh Kh5hTh8s4s3h5d6cJd3d8dKs6d AdQd9d5c2d7s3c6h9h2s2cJsJc Ad7cAc8s6d5h2d3cJdTcThJs9s
    AsKdJh6h5s4s7d2sTsTd3s3h4d QsQcJd7c3h5sTd4hKhKc8hJc8d AsQdKh7s6h4c8s2dJs7h7dJd7c QhTh2d9h5h3d6h2cAdQdJd6c2s
    Ah8h8d7s5s3c2h4cJsKd9sJd9d AhJsAsTh4c2c3h8d4d2dTd7dKd Ad9d9c8c2c6s5h4s8sJhTcJsTs QsKcAc8c4s3s5s2cTsTc9d9c2h
    Jc3sKh9s7s5c2c3cAh8c8d4c8h KcAsKsTh8c5h3h4dJcQh9hJd9c KhAh9c5c4c2h7c3sJc8hKcKs8s Qs7sJc8h5s4s3c2s4h3s2dKhAh
    QcJh9hTc6d3s8c5hKcAd7s7c6s KcQsJd9d7c5s4cTh5c6d7s4d3h Kh8cQdTh9h3c2s7hJhTc5sJcJd AhJc8h7d5h2h6h3sQh9sQc5s5c
    AcQhKd7d5h3h2s4hJd7hAh7cJc KdQsQd9h5c4s3dTdAsAdJhJc9s QcAdQs5c3d2d8dTdJdJc7c7hJs Ad8sAs7d3c2d6c5hKdThKsTdQh
    Qc4s4c9d6d5c7c3cTs8sTcJs8h AcKc9c9h8s4h7h2d4c3dJh6d3s AsKhTh3h5h4s9hTcJdJcKd3s7d QsQdJs8c2d4s7c3dAhJh4hQh7h
    AcQcAh5s2h7d4d3c9dTsTh9c5h Jd6hQh4d3s2cTc9d9c8cAcJc6c Ac8c4s7h5d4h2c3c9c6sKsKd9h KsKc8d9s7d3d4s2dAcAd5c6d6c
    KhAc8sTc5h4c3s6dJdQhQc6s7c 8hQhTc9h7c6d4h3d9sThTdJdTs KhKcQd9d2s5d3h7sAdAhQs9c7h QhKsAcTh4s8h7d2h4h4c6d8sJd
    QcAh6s9s7s2s3h5cJcTsJhJs8c KsKd3h3s8h2s9h4c7h7cTd5hTs QdQsAs8d6c5s3cTh9d3hAhAd6h 8hQsQd2d5d3c7d9hKhKdKcJd8d
    AhJhTc9h8s7h6d2h5s5d9sQc9d Ks9h7h8h7d3h4s2s5cAc3dAs9c Ad8h6s8d4h9s3h7cTd5dAsTs7h KdJcKh7s4h3c5c2s9d8hAhAs5d
    AhKdAs9d2c4d5h3sQhJcJsJd8s As6s6d7s4h8sTc2cKhKd5sKc5h As2cQc7s3s5c9h2sQsTsJsAhKh Ks9cAc7h6h4s5s2d4dKcTcKhTs
    Kh6s9d9s4h5s2h7dJd4sQdAs8c Ks6sKd6c8h3c4c7sTdTc4d4sQh KsAc7cTc4c3d8s2sJc9sTsJs4s QhQd4c6h5d3h9s2hJsJdJcAh4h
    AsJd4h8d6s2d4cTh9h3s3c3d2h KhKcQhTh4c2s8s5dJc7cJhAsAh KcJc3sTh8s6s2c3cTc6c9dKhKd Qc6d6c6s3s7c4c2cKc8s9c8dAd
    QcThQd4c3h2d7d9cKsTs5s9s8s AsKd8s9s3d7d4c2sTh6dTd4h6h TsQs9s6c4d8c3h2dAc4c4h8d7d 4c2dKd8h7d6h2s5sTc3c9c7cJc
    QsAd9d6c2d9s5d3sJh4s4dJc3h Jd2cAc9c8s7d6h4c5s3h3s3c6d AhQh9s7d5h4hTh6s5c3cJc3sQs AcAdQs7s3c4s9sTc7h4h8hJh6h
"""


def _boards(text: str) -> tuple[Board, ...]:
    hands = [parse_cards(cards) for cards in text.split()]
    return tuple([Board(cards[:3], cards[3:8], cards[8:]) for cards in hands])


BOARDS = {"ofc": _boards(_OFC), "pineapple": _boards(_PINEAPPLE), "low": _boards(_LOW)}


@cache
def street_places(row: int, is_low_middle: bool, is_drawn_freely: bool) -> Ints:
    """The strengths of that row (0 front, 1 middle, 2 back) in a field, ascending, as places of `row_strengths.order`, or
    of `row_strengths.lows` for a deuce-to-seven middle. `is_drawn_freely`: whether cards are discarded there."""
    boards = BOARDS["low" if is_low_middle else "pineapple" if is_drawn_freely else "ofc"]
    if row == 1 and is_low_middle:
        return np.searchsorted(lows().strengths, sorted([rank_low(board.middle) for board in boards]))
    return np.searchsorted(order().strengths, sorted([rank_row(board[row]) for board in boards]))
