-- A tournament is its log, and what ran under a structure keeps it.

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON tournaments_logentry
FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON tournaments_structureversion
FOR EACH ROW EXECUTE FUNCTION refuse_change();
