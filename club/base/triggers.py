"""What the database itself refuses, whoever asks for it."""

from __future__ import annotations

import pgtrigger


def append_only(name: str) -> pgtrigger.Protect:
    """The trigger that refuses every update and delete."""
    return pgtrigger.Protect(name=name, operation=pgtrigger.Update | pgtrigger.Delete)


def follows(name: str) -> pgtrigger.Trigger:
    """The trigger that refuses a line of an account that does not go on from the line before it."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.Insert,
        declare=[("before", "bigint")],
        func="""
        IF NEW.version = 1 THEN
            before := 0;
        ELSE
            SELECT balance_after INTO before FROM club_entry
            WHERE account_id = NEW.account_id AND version = NEW.version - 1;
        END IF;
        IF before IS NULL OR NEW.balance_after IS DISTINCT FROM before + NEW.amount THEN
            RAISE EXCEPTION 'line % of account % does not go on from the line before it', NEW.version, NEW.account_id
                USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
        """,
    )
