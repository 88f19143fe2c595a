-- One row per user with contacts. A transaction that adds or removes contacts locks it first, so that the count is exact and positions
-- have no holes but those in contact_gaps.
CREATE TABLE contact_counts (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  total bigint NOT NULL DEFAULT 0,
  last_position bigint NOT NULL DEFAULT 0
);

-- position counts a user's contacts from 1, oldest first: any page is a range of it.
CREATE TABLE contacts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  position bigint NOT NULL,
  email text NOT NULL,
  normalized text NOT NULL,
  domain text NOT NULL,
  first_name text,
  last_name text,
  -- Set once the user has changed it: validations leave it alone from then on.
  edited boolean NOT NULL DEFAULT false,
  validated_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'updating', 'retrying', 'matched', 'no_match')),
  sources jsonb NOT NULL DEFAULT '{}',
  enriched_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  -- When its enrichment has to go on; null once it is complete.
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((due_at IS NULL) = (state IN ('matched', 'no_match')))
);
CREATE UNIQUE INDEX contacts_by_position ON contacts (user_id, position);
CREATE UNIQUE INDEX contacts_by_address ON contacts (user_id, normalized);
CREATE INDEX contacts_due ON contacts (domain, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX contacts_by_age ON contacts (enriched_at) WHERE due_at IS NULL;

-- Positions whose contact was deleted. Deletions are rare: there are few.
CREATE TABLE contact_gaps (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  position bigint NOT NULL,
  PRIMARY KEY (user_id, position)
);

-- What the public sources say about the company behind a domain, shared by all users.
CREATE TABLE company_facts (
  domain text NOT NULL,
  source text NOT NULL CHECK (source IN ('website', 'wikidata_company')),
  facts jsonb NOT NULL,
  item_id text,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (domain, source)
);
