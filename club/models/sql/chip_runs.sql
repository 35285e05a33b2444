-- What was carried between tray and tables is written once: a mistake is carried back.
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_chiprun
FOR EACH ROW EXECUTE FUNCTION refuse_change();
