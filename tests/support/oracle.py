"""Chinese poker scored a second time, slowly and plainly, from the nested profile of a file of cases.

It shares no code with the engine: cards are texts, hands are tuples, jokers are tried as every card.
"""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
ROWS = ("front", "middle", "back")


def rank(card):
    return RANKS.index(card[0])


def high(cards):
    """(category, ranks by count then size): 0 high card to 8 straight flush; three cards make no straight or flush."""
    ranks = sorted((rank(card) for card in cards), reverse=True)
    groups = sorted(((ranks.count(one), one) for one in set(ranks)), reverse=True)
    counts = [count for count, _ in groups]
    order = [one for _, one in groups]
    if counts[0] == 4:
        return (7, order)
    if counts[:2] == [3, 2]:
        return (6, order)
    if len(cards) == 5 and len(order) == 5:
        top = ranks[0] if ranks[0] - ranks[4] == 4 else 3 if ranks == [12, 3, 2, 1, 0] else None
        flush = len({card[1] for card in cards}) == 1
        if flush and top is not None:
            return (8, [top])
        if flush:
            return (5, order)
        if top is not None:
            return (4, [top])
    return ({3: 3, 2: 2 if counts.count(2) == 2 else 1, 1: 0}[counts[0]], order)


def low_badness(cards):
    """Deuce-to-seven, the higher the worse: the ace is high, so that A-5-4-3-2 is no straight."""
    category, order = high(cards)
    if order == [3] and category in (4, 8):
        return (5 if category == 8 else 0, [12, 3, 2, 1, 0])
    return (category, order)


def substitutions(board, pool_of):
    """Every board with its jokers as cards of the pool, each different from the other cards of its row."""
    places = [(row, at) for row in ROWS for at, card in enumerate(board[row]) if card[0] == "X"]
    pool = pool_of
    chosen = (
        permutations(pool, len(places)) if len({row for row, _ in places}) < len(places) else _each(pool, len(places))
    )
    for cards in chosen:
        read = {row: list(board[row]) for row in ROWS}
        for (row, at), card in zip(places, cards, strict=True):
            read[row][at] = card
        if all(len(set(read[row])) == len(read[row]) for row in ROWS):
            yield read


def _each(pool, count):
    if not count:
        yield ()
        return
    for card in pool:
        for others in _each(pool, count - 1):
            yield (card, *others)


class Oracle:
    def __init__(self, profile):
        self.p = profile
        self.low = profile["variant"] == "low27_middle"

    def strength(self, row, cards):
        if row == "middle" and self.low:
            category, order = low_badness(cards)
            return (-category, [-one for one in order])
        return high(cards)

    def legal(self, board):
        front, back = high(board["front"]), high(board["back"])
        if self.low:
            category, order = low_badness(board["middle"])
            return category == 0 and order[0] <= self.p["low_limit"] - 2 and self.ascend(front, back)
        return self.ascend(front, high(board["middle"]), back)

    def ascend(self, *strengths):
        if self.p["equal_rows"] == "legal":
            return all(one <= other for one, other in pairwise(strengths))
        return all(one < other for one, other in pairwise(strengths))

    def royalty(self, row, cards):
        table = self.p["royalties"]
        if table["mode"] == "none":
            return 0
        category, order = high(cards)
        if row == "front":
            return table["front"].get(RANKS[order[0]] * {1: 2, 3: 3}.get(category, 0), 0)
        if row == "middle" and self.low:
            category, order = low_badness(cards)
            if category:
                return 0
            return table["low27"].get("wheel" if order == [5, 3, 2, 1, 0] else RANKS[order[0]], 0)
        name = ("", "", "", "trips", "straight", "flush", "full_house", "quads", "straight_flush")[category]
        if category == 8 and order[0] == 12:
            name = "royal_flush"
        return table[row].get(name, 0)

    def read(self, board, taken):
        """The board with its jokers read: of all readings, the strongest in every row, as the policy has it."""
        if not any(card[0] == "X" for row in ROWS for card in board[row]):
            return board
        assert self.p["jokers"]["pool"] == "any"
        readings = list(substitutions(board, DECK))
        if self.p["jokers"]["policy"] == "dominant":
            readings = [one for one in readings if self.legal(one)] or readings
        return max(readings, key=lambda one: [self.strength(row, one[row]) for row in reversed(ROWS)])

    def fantasyland(self, board, now):
        p = self.p["fantasyland"]
        if not p["enabled"]:
            return 0
        category, order = high(board["front"])
        wheel = self.low and low_badness(board["middle"]) == (0, [5, 3, 2, 1, 0])
        steps = {12: p["cards"]["A"], 11: p["cards"]["K"]}
        ladder = p["cards"]["trips"] if category == 3 else p["cards"]["Q"]
        if category == 1:
            ladder = steps.get(order[0], p["cards"]["Q"])
        front = (category == 3 and p["trips_enter"]) or (category == 1 and order[0] >= RANKS.index(p["entry_pair"]))
        if now:
            middle = wheel if self.low else high(board["middle"])[0] >= 6
            stays = (
                (p["stay"]["front_trips"] and category == 3)
                or (p["stay"]["middle_full_house"] and middle)
                or (p["stay"]["back_quads"] and high(board["back"])[0] >= 7)
                or (p["stay"]["front_again"] and front)
            )
            if not stays:
                return 0
            again = p["stay_cards"]
            return now if again == "same" else ladder if again == "by_front" else again
        if wheel and p["wheel_enters"]:
            return p["both_cards"] if front else p["wheel_cards"]
        return ladder if front else 0

    def pair(self, one, other):
        if one["foul"] and other["foul"]:
            return 0
        p = self.p
        if one["foul"] or other["foul"]:
            sign, winner = (-1, other) if one["foul"] else (1, one)
            if p["foul"]["flat"] is not None:
                return sign * p["foul"]["flat"]
            points = 3 * p["scoring"]["row"] + p["scoring"]["majority"]
            points += p["scoring"]["scoop"] if p["foul"]["counts_as_scooped"] else 0
            points += sum(winner["royalties"].values()) if p["foul"]["pays_royalties"] else 0
            return sign * points
        points = won = lost = 0
        for row in ROWS:
            a, b = (self.strength(row, hand["board"][row]) for hand in (one, other))
            won += a > b
            lost += b > a
            always = p["royalties"]["mode"] != "winning_rows"
            points += one["royalties"][row] if a > b or always else 0
            points -= other["royalties"][row] if b > a or always else 0
        points += p["scoring"]["row"] * (won - lost)
        points += p["scoring"]["majority"] * ((won >= 2) - (lost >= 2))
        points += p["scoring"]["scoop"] * ((won == 3) - (lost == 3))
        return points

    def score(self, boards, fl_in=None):
        hands = []
        for at, board in enumerate(boards):
            board = self.read(board, None)
            foul = not self.legal(board)
            hands.append(
                {
                    "board": board,
                    "foul": foul,
                    "royalties": {row: 0 if foul else self.royalty(row, board[row]) for row in ROWS},
                    "fl_next": 0 if foul else self.fantasyland(board, fl_in[at] if fl_in else 0),
                }
            )
        count = len(boards)
        if self.p["comparison"] == "all_pairs" or count < 3:
            pairs = list(combinations(range(count), 2))
        else:
            pairs = [(at, (at + 1) % count) for at in range(count)]
        points = [0] * count
        for a, b in pairs:
            net = self.pair(hands[a], hands[b])
            points[a] += net
            points[b] -= net
        return {
            "points": points,
            "foul": [hand["foul"] for hand in hands],
            "royalties": [hand["royalties"] for hand in hands],
            "fl_next": [hand["fl_next"] for hand in hands],
        }
