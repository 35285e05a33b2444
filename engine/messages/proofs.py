"""Proofs of deals that cannot be read, and hands that cannot have gone as a proof tells."""

from engine.messages.message import Text, _


class ProofText(Text):
    NO_OBJECT = _("a proof is a JSON object, such as /api/v1/hands/ID/proof/ gives")
    ALGORITHM = _("algorithm must be one of {known}, not {value}")
    CARDS = _("cards must be a list of objects such as {example}")
    HEXADECIMAL = _("{name} must be 64 hexadecimal digits in lower case")
    BYTES = _("{name} must be bytes in hexadecimal digits")
    SEALS = _("sealed must be a list of {count} seals")
    SEAL = _("every seal must be 64 hexadecimal digits in lower case")
    WORDS = _("words must be an object of seats and texts, such as {example}")
    WORD = _("a word has 1 to {most} characters in one line")
    GAME = _("game must be the key of a game, such as holdem")
    START = _("start must be an object: how the hand began")
    SEAT = _("seat must be one of the seats dealt in, or null for what the rail saw")
    EVENTS = _("events must be a list of objects such as {example}")
    CARD_TWICE = _("deck names a card twice")
    TEXT_OF_CARDS = _("{name} must be cards such as 'As Kd 7h'")
    EVERY_CARD = _("{name} must name every card")
    ONE_CARD = _("{text} is not one card")
    PLACE = _("every card has a place from 0 to {last}")
    CARD_AT_PLACE = _("the card at place {place} must be a text such as 'As', or '??'")


class VerdictText(Text):
    OK = _("ok: {opened} cards opened, each as it was sealed before the deal; {hidden} stay hidden")
    INCOMPLETE = _(
        "incomplete: {opened} cards opened, each as it was sealed before the deal; {hidden} stay hidden. Whether they went "
        "where the order of dealing sends them cannot be checked: this older proof does not tell the hand; the hand's page "
        "gives one that does"
    )


class ReplayText(Text):
    OTHER_SEAT = _("event {number} is {event}, where {asked} was asked of seat {seat}")
    NO_ANSWER = _("event {number} is {event}, where seat {seat} was asked to {asked}")
    OTHER_CARDS = _("event {number} names cards that are not those opened where they were dealt: {event}")
    OTHER_EVENT = _("event {number} is told as {event}, where the hand has {ours}")
    NOTHING = _("nothing")
    OTHERWISE = _("the hand cannot have gone as it is told")


class FaultText(Text):
    SEED = _("the seed was committed to as {ours}, not as {committed}")
    ORDER = _("card {number} of the order is {card}, but the seed deals {ours}")
    NO_CARD = _("no card")
    GAME = _("the hand begins as one of {game}, not of {other}")
    JOKERS = _("the hand begins with {jokers} jokers in its deck, not with {other}")
    PLACES = _("{cards} cards are in the deck, and only {places} places are said to be")
    RESHUFFLED = _("is_reshuffled must be {is_reshuffled}: so the hand was dealt")
    GOES = _("place {place} is told to go to {told}: in the order of dealing it goes to {goes}")
    NOT_DEALT = _("place {place} is told to go to {told}: in the order of dealing it is not dealt")
    NOT_OPEN = _("{card} was seen ({event}), and is not open where it was dealt")
    TOLD_AGAIN = _("{card} was told again ({event}) after {other}")
    COMMITMENT = _("the seals make the commitment {ours}, not {committed}")
    OTHER_SEALS = _("the seed does not make these seals")
    TOLD_TWICE = _("place {place} is told twice")
    NOT_SEALED = _("place {place}: {card} is not what was sealed at position {position}")
    DEALT_ALREADY = _("place {place}: {card} was dealt at place {other} already")
    IN_DECK = _("place {place}: {card} is in the deck of {game}")
    NOT_IN_DECK = _("place {place}: {card} is not in the deck of {game}")
    PASSED_OVER = _("place {place} is passed over")
    OPEN_OUTSIDE = _("every card that is not in the deck of {game} must be open")
    JOKERS_OUTSIDE = _("{jokers} jokers are said to be in the deck, and {count} opened outside it")
    SAME_SEAL = _("two positions have the same seal")


class PlaceText(Text):
    SEAT = _("seat {seat}")
    BOARD = _("board {board}")
    BURNED = _("burned")
    OUTSIDE = _("not in this deck")
    NOBODY = _("no one")
