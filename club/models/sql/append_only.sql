-- What the club writes once and for good.

-- The books. A mistake is mended by a transfer that names it.
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_transfer
FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_entry
FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_auditrun
FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The desk.
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_traymove
FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_slip
FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_agecheck
FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_closedmonth
FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- House rules: what ran under them keeps them. A new value is a new version.
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_ruleset
FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_rulevalue
FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The record of decisions, and of conduct. What is withdrawn is a row that says so.
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_auditentry
FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR UPDATE ON club_incident
FOR EACH ROW EXECUTE FUNCTION refuse_change();
