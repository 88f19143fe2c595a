-- Since when a list has had less than half of the names of its last good content, and how many it had then.
ALTER TABLE domain_lists ADD COLUMN shrunk_since timestamptz, ADD COLUMN shrunk_count integer;
