-- What `npm run verify` has read and found right, and what can no longer change: it is not read again.
CREATE TABLE verified (
  subject text PRIMARY KEY,
  -- As it was; a subject in another state is read again.
  state text NOT NULL
);
