"""The two kinds of task.

*Ticks* sweep the database for what is due: acknowledged early and never retried, since the next one comes within a
second. *Effects* (settle a hand, pay a prize) are acknowledged when done and tried again a few times; they are
harmless run twice.
"""

from typing import Any

TICK: dict[str, Any] = {"acks_late": False, "ignore_result": True, "max_retries": 0}
EFFECT: dict[str, Any] = {"acks_late": True, "ignore_result": True, "max_retries": 3}
