-- What seals cover of the logs of tournaments (club/ledger/sql/seals.sql). From where a line came, an address and a browser, is
-- left out: that may have to be forgotten.
CREATE OR REPLACE FUNCTION sealed_tournaments_logentry(in_ids int8multirange) RETURNS TABLE(id bigint, line text)
LANGUAGE sql
STABLE
SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT made.id, jsonb_build_array(made.id, made.tournament_id, made.seq, made.kind, made.data, made.by_id,
        (extract(epoch FROM made.at) * 1000000)::bigint)::text
    FROM tournaments_logentry made JOIN unnest(in_ids) part ON made.id >= lower(part) AND made.id < upper(part)
$function$;
