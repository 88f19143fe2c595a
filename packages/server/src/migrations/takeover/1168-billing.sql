-- Who pays, and what was reported to the payment provider. Empty where billing is off.

CREATE TABLE billing_customers (
  account_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  customer_id text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Units of the ledger that no hour of billing_hours has yet.
  pending_units bigint NOT NULL DEFAULT 0,
  -- Units that the provider has more than was reported to it, by the last comparison.
  drift bigint NOT NULL DEFAULT 0,
  compared_at timestamptz
);

-- What is reported of an hour, once: the account and the hour make the identifier of the report.
CREATE TABLE billing_hours (
  account_id uuid NOT NULL REFERENCES billing_customers ON DELETE CASCADE,
  -- The end of the hour.
  hour timestamptz NOT NULL,
  units bigint NOT NULL CHECK (units > 0),
  -- open: to be sent. doubtful: sent, and it is not known whether it arrived. sent: it is known to have arrived. refused, lost: it never will.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'doubtful', 'sent', 'refused', 'lost')),
  first_tried_at timestamptz,
  last_tried_at timestamptz,
  PRIMARY KEY (account_id, hour)
);
CREATE INDEX billing_hours_unsent ON billing_hours (hour) WHERE state IN ('open', 'doubtful');

-- Events that the provider has sent: each has its effect once.
CREATE TABLE billing_events (
  id text PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);

-- What the ledger gains, the customer owes: in the same transaction, so exactly once.
CREATE FUNCTION add_pending_units() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE billing_customers
  SET pending_units = pending_units + NEW.units - CASE TG_OP WHEN 'UPDATE' THEN OLD.units ELSE 0 END
  WHERE account_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER usage_daily_add_pending AFTER INSERT OR UPDATE OF units ON usage_daily
  FOR EACH ROW EXECUTE FUNCTION add_pending_units();
