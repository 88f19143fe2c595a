-- A probe is about the exact address, as a bounce is: `hash` is that of the exact address now. The normalized address finds the probes of all tags of a
-- person. Null for probes of an earlier version, whose `hash` is that of the normalized address.
ALTER TABLE probes ADD COLUMN person_hash bytea CHECK (octet_length(person_hash) = 32);
ALTER TABLE probe_log ADD COLUMN person_hash bytea;
