"""Values that the house rules of tables cannot have."""

from engine.messages.message import Text, _


class TableRuleText(Text):
    BUY_INS = _("The smallest buy-in, {least}, is above the largest, {most}.")
    JACKPOT_PARTS = _("{loser} % for the beaten and {winner} % for the winner are more than the whole jackpot.")
