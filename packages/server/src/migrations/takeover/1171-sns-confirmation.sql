-- Amazon SNS sends a URL that confirms a subscription. The service never opens it: the account does, and so it is shown there.
ALTER TABLE bounce_sources ADD COLUMN confirmation_url text;
