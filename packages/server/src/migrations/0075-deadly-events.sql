-- How often the process that delivered this event alone has ended while it did.
ALTER TABLE outbox_deliveries ADD COLUMN deaths smallint NOT NULL DEFAULT 0;
