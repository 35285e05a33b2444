-- A try at a webhook message is never changed. It is deleted with its old message alone, by `prune` of
-- club/notifications/webhooks.py, which says inside its transaction that it prunes.
CREATE OR REPLACE FUNCTION keep_tries() RETURNS trigger
LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('cardhouse.prunes', true) = 'deliveries' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'Cannot update or delete rows of %: they stay as they were written', TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_deliverytry
FOR EACH ROW EXECUTE FUNCTION keep_tries();
