-- What makes a table append-only: each table's own trigger calls this before a row is changed or deleted.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $function$
BEGIN
    RAISE EXCEPTION 'Cannot update or delete rows of %: they stay as they were written', TG_TABLE_NAME;
END $function$;
