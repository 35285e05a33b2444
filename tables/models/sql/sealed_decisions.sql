-- What seals cover of the decisions of hands (club/ledger/sql/seals.sql). From where a decision came, an address and a browser,
-- is left out: that may have to be forgotten.
CREATE OR REPLACE FUNCTION sealed_tables_decision(in_ids int8multirange) RETURNS TABLE(id bigint, line text)
LANGUAGE sql
STABLE
SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT made.id, jsonb_build_array(made.id, made.hand_id, made.seq, made.ask, made.seat, made.text, made.source, made.user_id,
        (extract(epoch FROM made.at) * 1000000)::bigint)::text
    FROM tables_decision made JOIN unnest(in_ids) part ON made.id >= lower(part) AND made.id < upper(part)
$function$;
