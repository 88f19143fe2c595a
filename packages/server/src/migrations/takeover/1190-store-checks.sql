-- What each API process last found out about the object store (platform/blobs/store-checks.ts). Losing it costs a minute.
CREATE UNLOGGED TABLE store_checks (
  process text PRIMARY KEY,
  problem text,
  checked_at timestamptz NOT NULL DEFAULT now()
);
