"""Every act on an event by its name: from here pages, endpoints, their schema and their rights are made."""

from __future__ import annotations

from tournaments.acts import clock_acts, ending_acts, entry_acts, money_acts, play_acts, seat_acts
from tournaments.acts.act import Act, Place, by_name

LIST: tuple[Act, ...] = (
    # the event and its clock
    clock_acts.START,
    clock_acts.PAUSE,
    clock_acts.RESUME,
    clock_acts.END_BREAK,
    clock_acts.CANCEL,
    clock_acts.LEVEL,
    clock_acts.ADJUST,
    clock_acts.MESSAGE,
    clock_acts.STRUCTURE,
    # seats and tables
    seat_acts.MOVE,
    seat_acts.CONFIRM_MOVE,
    seat_acts.CONFIRM_TABLE,
    seat_acts.CALL_OFF_MOVE,
    seat_acts.SEEN,
    seat_acts.HOLD_SEAT,
    seat_acts.FIX_PLAYER,
    seat_acts.DEALING,
    seat_acts.BREAK_ORDER,
    seat_acts.OPEN_TABLE,
    seat_acts.FINAL_TABLE,
    seat_acts.WAIVE_HALT,
    # play
    play_acts.KNOCK_OUT,
    play_acts.BUST,
    play_acts.COUNT,
    play_acts.BUTTON,
    play_acts.RECORD_TABLE,
    play_acts.HAND_FOR_HAND,
    play_acts.HAND_PLAYED,
    play_acts.START_STACKS,
    play_acts.COLOUR_UP,
    play_acts.SERVED,
    play_acts.UNDO,
    play_acts.REDO,
    # money
    money_acts.BOUNTY,
    money_acts.LOCK_PRIZES,
    money_acts.UNLOCK_PRIZES,
    money_acts.DEAL,
    money_acts.DEAL_CONSENT,
    money_acts.DEAL_OFF,
    # the end
    ending_acts.FINISH,
    ending_acts.CALL_OFF,
    ending_acts.REOPEN,
    ending_acts.WITHDRAW_REQUEST,
    ending_acts.LAST_HANDS,
    ending_acts.BAG,
    ending_acts.UNBAG,
    # entries
    entry_acts.REGISTER,
    entry_acts.UNREGISTER,
    entry_acts.CHECK_IN,
    entry_acts.CHECK_OUT,
    entry_acts.REMOVE_ABSENT,
    entry_acts.SELL,
    entry_acts.NO_REBUY,
    entry_acts.TAKE_BACK,
    entry_acts.CLOSE_REGISTRATION,
    entry_acts.OPEN_REGISTRATION,
    entry_acts.TERMS,
    # a player's own entry
    entry_acts.REBUY,
    entry_acts.ADD_ON,
    entry_acts.DECLINE,
    entry_acts.GIVE_UP,
    entry_acts.WAIT,
    entry_acts.LEAVE_LIST,
)
ACTS: dict[str, Act] = by_name(LIST)


def at(place: Place) -> dict[str, Act]:
    """The acts at that place."""
    return {name: act for name, act in ACTS.items() if act.place is place}
