-- A list as the person who cleans it knows it: its name and notes, and the submissions that it was sent in. A submission without a list is
-- one of its own. Nodes of 0.1.0 know none of this.

CREATE TABLE bulk_lists (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Name and notes are JSON strings, as file names are. Null: the name of the file.
  name text,
  notes text NOT NULL DEFAULT '""',
  -- Submissions that the list needs, and rows that they have; what is submitted says so itself.
  parts smallint NOT NULL CHECK (parts > 0),
  total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  -- A hash of the file that its reader made, to find earlier lists of the same file.
  fingerprint text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Since when it is to be deleted: running submissions end first.
  deleted_at timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX bulk_lists_by_time ON bulk_lists (user_id, created_at DESC, id DESC);
CREATE INDEX bulk_lists_by_fingerprint ON bulk_lists (user_id, fingerprint, created_at DESC) WHERE fingerprint IS NOT NULL;

CREATE TABLE bulk_list_parts (
  user_id uuid NOT NULL,
  -- A group, or a job without a group.
  submission_id uuid NOT NULL,
  list_id uuid NOT NULL,
  -- 0 for the list itself, 1 and up for rows that were sent again.
  round smallint NOT NULL CHECK (round >= 0),
  part smallint NOT NULL CHECK (part BETWEEN 1 AND parts),
  parts smallint NOT NULL,
  PRIMARY KEY (user_id, submission_id),
  UNIQUE (user_id, list_id, round, part),
  FOREIGN KEY (user_id, list_id) REFERENCES bulk_lists (user_id, id) ON DELETE CASCADE
);

-- However a submission is removed, also by nodes of 0.1.0: its part goes with it, and the last part takes the list with it.
CREATE FUNCTION remove_list_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed uuid;
BEGIN
  DELETE FROM bulk_list_parts WHERE user_id = OLD.user_id AND submission_id = OLD.id RETURNING list_id INTO removed;
  DELETE FROM bulk_lists WHERE user_id = OLD.user_id AND id = removed
    AND NOT EXISTS (SELECT FROM bulk_list_parts WHERE user_id = OLD.user_id AND list_id = removed);
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_groups_remove_list_part AFTER DELETE ON bulk_groups
  FOR EACH ROW EXECUTE FUNCTION remove_list_part();
CREATE TRIGGER bulk_jobs_remove_list_part AFTER DELETE ON bulk_jobs
  FOR EACH ROW WHEN (OLD.group_id IS NULL) EXECUTE FUNCTION remove_list_part();

-- Whether validated addresses become contacts. Null: not chosen yet, and they do, as the contract says.
ALTER TABLE users ADD COLUMN saves_contacts boolean;
