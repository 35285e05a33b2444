-- What seals cover of the books and of the audit log (club/ledger/sql/seals.sql).

-- A transfer with its lines: who, when, why, from which account to which, and what was there afterwards.
CREATE OR REPLACE FUNCTION sealed_club_transfer(in_ids int8multirange) RETURNS TABLE(id bigint, line text)
LANGUAGE sql
STABLE
SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT made.id, jsonb_build_array(made.id, made.key, made.digest, made.purpose, made.reference, made.by_id, made.why,
        made.corrects_id, (extract(epoch FROM made.recorded_at) * 1000000)::bigint, (
            SELECT jsonb_agg(jsonb_build_array(entry.id, entry.account_id, entry.amount, entry.balance_after, entry.version)
                ORDER BY entry.id)
            FROM club_entry entry WHERE entry.transfer_id = made.id
        ))::text
    FROM club_transfer made JOIN unnest(in_ids) part ON made.id >= lower(part) AND made.id < upper(part)
$function$;

-- A decision of a person. From where it came, an address and a browser, is left out: that may have to be forgotten.
CREATE OR REPLACE FUNCTION sealed_club_auditentry(in_ids int8multirange) RETURNS TABLE(id bigint, line text)
LANGUAGE sql
STABLE
SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT made.id, jsonb_build_array(made.id, made.kind, made.by_id, made.subject, made.why, made.before, made.after,
        (extract(epoch FROM made.at) * 1000000)::bigint)::text
    FROM club_auditentry made JOIN unnest(in_ids) part ON made.id >= lower(part) AND made.id < upper(part)
$function$;
