-- True in a club apart whose evenings are played faster than time goes: its database's owner said so (`ALTER DATABASE … SET
-- cardhouse.clock = 'simulated'`). What a session says of itself is not asked: anybody could.
CREATE OR REPLACE FUNCTION is_clock_simulated() RETURNS boolean
LANGUAGE sql
STABLE
SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT EXISTS (
        SELECT FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase
        WHERE datname = current_database() AND setrole = 0 AND 'cardhouse.clock=simulated' = ANY(setconfig)
    )
$function$;

-- The one function that writes chips: a transfer, its lines, and the balances, or none of them.
--
-- in_accounts, in_amounts: the accounts, each named once, and the signed amount of each, at the same place.
-- Returns the transfer's id; minus that id if the key stood already for the same transfer (in_digest says whether).
-- Errors are of class CH: their DETAIL is JSON, which club/ledger/ledger.py turns into words.
--   CH001 the key stands for another transfer      CH002 an account is closed
--   CH003 accounts of two units                    CH004 an account would go below its floor
--   CH005 sums not to zero, or is too large        CH006 there is no such account
--   CH007 a correction that is not the reverse
CREATE OR REPLACE FUNCTION ledger_post(
    in_key text, in_digest text, in_purpose text, in_reference text, in_by bigint, in_why text, in_corrects bigint,
    in_recorded_at timestamp with time zone, in_accounts bigint[], in_amounts bigint[]
) RETURNS bigint
LANGUAGE plpgsql
-- By the owner's rights: whoever plays may write the books in no other way.
SECURITY DEFINER
-- Plans are kept: planning anew for each call takes longer than the call.
SET plan_cache_mode TO 'force_generic_plan'
SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
    made bigint;
    line record;
    known text;
    unit_of_all text;
    seen integer := 0;
    total numeric := 0;
    clock CONSTANT timestamptz := clock_timestamp();
    moved timestamptz;
BEGIN
    -- The accounts are locked first, in one order for everybody, so that two transfers never wait for each other. The
    -- transfer is dated by what the caller says, or by the last move of its accounts if that is later: whoever posts may
    -- have waited for a lock since it read the clock.
    SELECT greatest(in_recorded_at, max(held.moved_at)) INTO moved FROM (
        SELECT moved_at FROM club_account WHERE id = ANY(in_accounts) ORDER BY id FOR NO KEY UPDATE
    ) held;
    -- Nobody dates at will: a minute ahead of this server's clock and an hour behind it are differences of clocks and waiting.
    -- And what a clock that was wrong once dated ahead does not hold what comes after it ahead as well.
    IF (moved > clock + interval '1 minute' OR in_recorded_at < clock - interval '1 hour') AND NOT is_clock_simulated() THEN
        IF in_recorded_at NOT BETWEEN clock - interval '1 hour' AND clock + interval '1 minute' THEN
            in_recorded_at := clock;
        END IF;
        SELECT greatest(in_recorded_at, max(moved_at) FILTER (WHERE moved_at <= clock + interval '1 minute')) INTO moved
        FROM club_account WHERE id = ANY(in_accounts);
    END IF;
    INSERT INTO club_transfer (key, digest, purpose, reference, by_id, why, corrects_id, recorded_at)
    VALUES (in_key, in_digest, in_purpose, in_reference, in_by, in_why, in_corrects, moved)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO made;
    IF made IS NULL THEN
        -- The key stands already: for the same transfer, which is then the answer, or for another.
        SELECT id, digest INTO made, known FROM club_transfer WHERE key = in_key;
        IF known IS DISTINCT FROM in_digest THEN
            RAISE EXCEPTION 'key_reused' USING ERRCODE = 'CH001', DETAIL = json_build_object('key', in_key)::text;
        END IF;
        RETURN -made;
    END IF;

    -- A line for each account, from its balance and its number as they are now.
    FOR line IN
        SELECT account.id, account.owner, account.kind, account.unit, account.balance, account.version, account.floor,
               account.closed_at, in_amounts[array_position(in_accounts, account.id)] AS amount
        FROM club_account account
        WHERE account.id = ANY(in_accounts)
        ORDER BY account.id
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
        -- Whoever receives may stay below their floor; whoever gives may not go below it.
        IF line.amount < 0 AND line.floor IS NOT NULL AND line.balance::numeric + line.amount < line.floor THEN
            RAISE EXCEPTION 'not_enough_chips' USING ERRCODE = 'CH004',
                DETAIL = json_build_object('account', line.id, 'owner', line.owner, 'kind', line.kind,
                    'balance', line.balance, 'floor', line.floor, 'needed', -line.amount)::text;
        END IF;
        IF abs(line.balance::numeric + line.amount) > 9000000000000000000 THEN
            RAISE EXCEPTION 'bad_amount' USING ERRCODE = 'CH005', DETAIL = '{}';
        END IF;
        UPDATE club_account SET balance = line.balance + line.amount, version = line.version + 1, moved_at = moved
        WHERE id = line.id;
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
    -- A correction is its original reversed: together they leave every account as it was. The account of a membership that was
    -- merged has closed for good: that of the membership which stays bears it.
    IF in_corrects IS NOT NULL AND EXISTS (
        SELECT FROM club_entry entry JOIN club_account own ON own.id = entry.account_id
        LEFT JOIN club_player merged ON own.closed_at IS NOT NULL AND merged.merged_into_id IS NOT NULL
            AND merged.id = CASE WHEN own.owner ~ '^player:[0-9]{1,18}$' THEN split_part(own.owner, ':', 2)::bigint END
        LEFT JOIN club_account bears ON bears.owner = 'player:' || merged.merged_into_id
            AND bears.kind = own.kind AND bears.unit = own.unit
        WHERE entry.transfer_id IN (made, in_corrects)
        GROUP BY coalesce(bears.id, own.id) HAVING sum(entry.amount) <> 0
    ) THEN
        RAISE EXCEPTION 'not_the_reverse' USING ERRCODE = 'CH007',
            DETAIL = json_build_object('corrects', in_corrects)::text;
    END IF;
    RETURN made;
END $function$;
