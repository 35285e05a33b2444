-- Seals: what is written once and for good is chained by digests, some lines at a time, after it was written.
--
-- A record is a table; beside it a function sealed_<table>(ids) tells each of its lines in words that hold nothing which may
-- have to be forgotten. A seal covers exactly the lines of `ids`, and its digest covers them and the seal before it. Lines are
-- sealed after they were committed, so that no two who post ever wait for each other. The salt, which is told to nobody, keeps
-- a digest that was published from being a way to guess at what a line says.

-- What the lines of these ids, and what the seal says of itself, come to after the seal before it (its digest, '' at first).
CREATE OR REPLACE FUNCTION seal_digest(in_record text, in_number bigint, in_before text, in_ids text, in_salt text, in_sealed_at timestamp with time zone) RETURNS text
LANGUAGE plpgsql
STABLE
SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
    told text;
BEGIN
    EXECUTE format('SELECT string_agg(encode(sha256(convert_to(line, ''UTF8'')), ''hex''), '''' ORDER BY id) FROM %I($1)',
        'sealed_' || in_record) INTO told USING in_ids::int8multirange;
    RETURN encode(sha256(convert_to(concat_ws(E'\n', in_record, in_number, in_before, in_ids, in_salt,
        (extract(epoch FROM in_sealed_at) * 1000000)::bigint, coalesce(told, '')), 'UTF8')), 'hex');
END $function$;

-- Seal the next lines of a record, at most 5000 of them: how many; 0 if none is left.
--
-- Numbers are taken before a transaction commits, so that a line may come below lines that are sealed already. What is missing
-- between the lines of a day's seals is therefore looked for again each time, and sealed when it is there.
CREATE OR REPLACE FUNCTION seal_record(in_record text) RETURNS bigint
LANGUAGE plpgsql
-- By the owner's rights: nobody else writes seals.
SECURITY DEFINER
SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
    batch CONSTANT bigint := 5000;
    before club_seal;
    first_id bigint;
    last_id bigint;
    wanted int8multirange;
    found_ids int8multirange;
    found_lines bigint;
    at timestamptz := clock_timestamp();
    new_salt text := gen_random_uuid()::text;
BEGIN
    IF to_regprocedure(format('sealed_%I(int8multirange)', in_record)) IS NULL THEN
        RAISE EXCEPTION '% is no record that is sealed', in_record USING ERRCODE = 'invalid_parameter_value';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('club_seal'), hashtext(in_record));
    SELECT * INTO before FROM club_seal WHERE record = in_record ORDER BY number DESC LIMIT 1;
    EXECUTE format('SELECT min(id), max(id) FROM %I WHERE id > $1', in_record)
        INTO first_id, last_id USING coalesce(before.high, 0);
    SELECT coalesce(int8multirange(int8range(min(low), max(high), '(]')) - range_agg(ids::int8multirange), '{}') INTO wanted
    FROM club_seal WHERE record = in_record AND sealed_at > at - interval '1 day';
    IF first_id IS NOT NULL THEN
        wanted := wanted + int8multirange(int8range(first_id, least(last_id, first_id + batch - 1), '[]'));
    END IF;
    EXECUTE format('SELECT count(*), range_agg(int8range(id, id, ''[]'')) FROM %I JOIN unnest($1) part '
        'ON id >= lower(part) AND id < upper(part)', in_record) INTO found_lines, found_ids USING wanted;
    IF found_lines > 0 THEN
        INSERT INTO club_seal (record, number, low, high, ids, lines, salt, sealed_at, digest)
        SELECT in_record, coalesce(before.number, 0) + 1, coalesce(before.high, 0),
            greatest(coalesce(before.high, 0), upper(found_ids) - 1), found_ids::text, found_lines, new_salt, at,
            seal_digest(in_record, coalesce(before.number, 0) + 1, coalesce(before.digest, ''), found_ids::text, new_salt, at);
    END IF;
    RETURN found_lines;
END $function$;

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_seal
FOR EACH ROW EXECUTE FUNCTION refuse_change();
