-- How often each caller has used what is limited, for all processes of a fleet. The layout is that of the package
-- rate-limiter-flexible. Keys are HMACs: no address can be read from them. Counts need not survive a crash.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  -- Milliseconds since the epoch.
  expire bigint
);
