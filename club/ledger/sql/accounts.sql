-- An account begins empty, whoever opens it: chips come into it by a transfer alone.
CREATE OR REPLACE FUNCTION account_opens_empty() RETURNS trigger
LANGUAGE plpgsql
AS $function$
BEGIN
    IF NEW.balance <> 0 OR NEW.version <> 0 OR NEW.moved_at IS NOT NULL THEN
        RAISE EXCEPTION 'an account is opened empty, not with %', NEW.balance USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $function$;

CREATE OR REPLACE TRIGGER opens_empty BEFORE INSERT ON club_account
FOR EACH ROW EXECUTE FUNCTION account_opens_empty();

-- Only what credit may go down to is set anew, and an account closes empty and for good.
CREATE OR REPLACE FUNCTION account_keeps_terms() RETURNS trigger
LANGUAGE plpgsql
AS $function$
BEGIN
    IF NEW.floor IS DISTINCT FROM OLD.floor AND OLD.kind <> 'credit' THEN
        RAISE EXCEPTION 'the least balance of account % stays as it is', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.closed_at IS DISTINCT FROM OLD.closed_at AND (OLD.closed_at IS NOT NULL OR OLD.balance <> 0) THEN
        RAISE EXCEPTION 'account % closes empty, and for good', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $function$;

CREATE OR REPLACE TRIGGER keeps_terms BEFORE UPDATE OF floor, closed_at ON club_account
FOR EACH ROW EXECUTE FUNCTION account_keeps_terms();
