-- A line goes on from the line before it, or it is not written, whoever writes it.
CREATE OR REPLACE FUNCTION entry_follows() RETURNS trigger
LANGUAGE plpgsql
AS $function$
DECLARE
    before bigint;
BEGIN
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
END $function$;

CREATE OR REPLACE TRIGGER follows BEFORE INSERT ON club_entry
FOR EACH ROW EXECUTE FUNCTION entry_follows();
