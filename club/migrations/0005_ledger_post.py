"""The one function that writes chips, by one short answer and with plans that are kept; a correction is a reversal;
and a line goes on from the line before it.

It answers with the transfer's id; with minus that id if the transfer stood already.
"""

from importlib import import_module

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations

BEFORE = import_module("club.migrations.0002_ledger_post")
FORWARD = r"""
CREATE FUNCTION ledger_post(
    in_key text, in_digest text, in_purpose text, in_reference text, in_by bigint, in_why text, in_corrects bigint,
    in_recorded_at timestamptz, in_accounts bigint[], in_amounts bigint[]
) RETURNS bigint LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    made bigint;
    line record;
    known text;
    unit_of_all text;
    seen integer := 0;
    total numeric := 0;
BEGIN
    INSERT INTO club_transfer (key, digest, purpose, reference, by_id, why, corrects_id, recorded_at)
    VALUES (in_key, in_digest, in_purpose, in_reference, in_by, in_why, in_corrects, in_recorded_at)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO made;
    IF made IS NULL THEN
        SELECT id, digest INTO made, known FROM club_transfer WHERE key = in_key;
        IF known IS DISTINCT FROM in_digest THEN
            RAISE EXCEPTION 'key_reused' USING ERRCODE = 'CH001', DETAIL = json_build_object('key', in_key)::text;
        END IF;
        RETURN -made;
    END IF;

    -- One order for everybody, so that two transfers never wait for each other.
    FOR line IN
        SELECT account.id, account.owner, account.kind, account.unit, account.balance, account.version, account.floor,
               account.closed_at, in_amounts[array_position(in_accounts, account.id)] AS amount
        FROM club_account account
        WHERE account.id = ANY(in_accounts)
        ORDER BY account.id
        FOR NO KEY UPDATE
    LOOP
        seen := seen + 1;
        total := total + line.amount;
        IF line.closed_at IS NOT NULL THEN
            RAISE EXCEPTION 'account_closed' USING ERRCODE = 'CH002',
                DETAIL = json_build_object('account', line.id, 'owner', line.owner, 'kind', line.kind)::text;
        END IF;
        IF unit_of_all IS NOT NULL AND unit_of_all <> line.unit THEN
            RAISE EXCEPTION 'wrong_unit' USING ERRCODE = 'CH003',
                DETAIL = json_build_object('units', json_build_array(unit_of_all, line.unit))::text;
        END IF;
        unit_of_all := line.unit;
        IF line.amount < 0 AND line.floor IS NOT NULL AND line.balance::numeric + line.amount < line.floor THEN
            RAISE EXCEPTION 'not_enough_chips' USING ERRCODE = 'CH004',
                DETAIL = json_build_object('account', line.id, 'owner', line.owner, 'kind', line.kind,
                    'balance', line.balance, 'floor', line.floor, 'needed', -line.amount)::text;
        END IF;
        IF abs(line.balance::numeric + line.amount) > 9000000000000000000 THEN
            RAISE EXCEPTION 'bad_amount' USING ERRCODE = 'CH005', DETAIL = '{}';
        END IF;
        UPDATE club_account SET balance = line.balance + line.amount, version = line.version + 1 WHERE id = line.id;
        INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version)
        VALUES (made, line.id, line.amount, line.balance + line.amount, line.version + 1);
    END LOOP;
    IF seen <> cardinality(in_accounts) THEN
        RAISE EXCEPTION 'unknown_account' USING ERRCODE = 'CH006',
            DETAIL = json_build_object('accounts', to_json(ARRAY(
                SELECT wanted FROM unnest(in_accounts) AS wanted
                WHERE wanted NOT IN (SELECT id FROM club_account))))::text;
    END IF;
    IF seen < 2 OR total <> 0 THEN
        RAISE EXCEPTION 'bad_amount' USING ERRCODE = 'CH005', DETAIL = json_build_object('sum', total)::text;
    END IF;
    IF in_corrects IS NOT NULL AND EXISTS (
        SELECT FROM club_entry WHERE transfer_id IN (made, in_corrects) GROUP BY account_id HAVING sum(amount) <> 0
    ) THEN
        RAISE EXCEPTION 'not_the_reverse' USING ERRCODE = 'CH007',
            DETAIL = json_build_object('corrects', in_corrects)::text;
    END IF;
    RETURN made;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("club", "0004_conduct")]
    operations = [
        migrations.RunSQL(BEFORE.BACKWARD + FORWARD, BEFORE.BACKWARD + BEFORE.FORWARD),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='entry_follows', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE before bigint;', func="\n        IF NEW.version = 1 THEN\n            before := 0;\n        ELSE\n            SELECT balance_after INTO before FROM club_entry\n            WHERE account_id = NEW.account_id AND version = NEW.version - 1;\n        END IF;\n        IF before IS NULL OR NEW.balance_after IS DISTINCT FROM before + NEW.amount THEN\n            RAISE EXCEPTION 'line % of account % does not go on from the line before it', NEW.version, NEW.account_id\n                USING ERRCODE = 'check_violation';\n        END IF;\n        RETURN NEW;\n        ", hash='9a2dd3018114b260fe2151e6cbfdee7984f9b151', operation='INSERT', pgid='pgtrigger_entry_follows_9c992', table='club_entry', when='BEFORE')),
        ),
    ]
