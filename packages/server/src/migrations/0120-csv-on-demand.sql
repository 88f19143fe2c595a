-- The CSV of a list of one chunk is named, with its size and hash, when the job ends, and written when it is first asked for.
ALTER TABLE bulk_jobs ADD COLUMN csv_written boolean NOT NULL DEFAULT true;
