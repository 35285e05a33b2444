-- A hand is its start and its decisions.

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON tables_decision
FOR EACH ROW EXECUTE FUNCTION refuse_change();
