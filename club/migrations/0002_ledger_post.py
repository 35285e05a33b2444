"""The one function that writes chips."""

from django.db import migrations

# Errors of our own, class CH: the text is a code and its parameters in JSON, which club.ledger.ledger turns into words.
FORWARD = r"""
CREATE FUNCTION ledger_post(
    in_key text, in_digest text, in_purpose text, in_reference text, in_by bigint, in_why text, in_corrects bigint,
    in_recorded_at timestamptz, in_accounts bigint[], in_amounts bigint[],
    OUT transfer_id bigint, OUT is_new boolean
) LANGUAGE plpgsql AS $$
DECLARE
    line record;
    known text;
    unit_of_all text;
    seen integer := 0;
    total numeric := 0;
BEGIN
    INSERT INTO club_transfer (key, digest, purpose, reference, by_id, why, corrects_id, recorded_at)
    VALUES (in_key, in_digest, in_purpose, in_reference, in_by, in_why, in_corrects, in_recorded_at)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO transfer_id;
    is_new := transfer_id IS NOT NULL;
    IF NOT is_new THEN
        SELECT id, digest INTO transfer_id, known FROM club_transfer WHERE key = in_key;
        IF known IS DISTINCT FROM in_digest THEN
            RAISE EXCEPTION 'key_reused' USING ERRCODE = 'CH001', DETAIL = json_build_object('key', in_key)::text;
        END IF;
        RETURN;
    END IF;

    -- One order for everybody, so that two transfers never wait for each other.
    FOR line IN
        SELECT account.id, account.owner, account.kind, account.unit, account.balance, account.version, account.floor,
               account.closed_at, moved.amount
        FROM club_account account
        JOIN unnest(in_accounts, in_amounts) AS moved(account, amount) ON moved.account = account.id
        ORDER BY account.id
        FOR NO KEY UPDATE OF account
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
        VALUES (transfer_id, line.id, line.amount, line.balance + line.amount, line.version + 1);
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
END $$;
"""
BACKWARD = "DROP FUNCTION ledger_post(text, text, text, text, bigint, text, bigint, timestamptz, bigint[], bigint[]);"


class Migration(migrations.Migration):
    dependencies = [("club", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
