-- Tasks that wait in the queue get their present names, and name the account as `accountId`. The queue's own tables: its functions change neither.

CREATE TEMPORARY TABLE renamed_tasks (earlier text, name text) ON COMMIT DROP;
INSERT INTO renamed_tasks (earlier, name) VALUES
  ('accounts.clean', 'identity.delete-old'),
  ('accounts.mail-reset-link', 'identity.mail-reset-link'),
  ('accounts.mail-sign-up', 'identity.mail-sign-up'),
  ('contacts.refresh', 'enrichment.refresh'),
  ('contacts.website', 'enrichment.website'),
  ('contacts.wikidata', 'enrichment.wikidata'),
  ('evidence.calibrate', 'calibration.count'),
  ('evidence.clean', 'mailboxes.delete-old'),
  ('evidence.clean-probes', 'probe.delete-old'),
  ('evidence.pick-up', 'bounces.pick-up'),
  ('evidence.plan-pick-ups', 'bounces.plan-pick-ups'),
  ('evidence.probe', 'probe.run'),
  ('lists.mail-hosts', 'disposable-domains.learn-hosts'),
  ('lists.refresh', 'disposable-domains.refresh'),
  ('mail.clean', 'mail.delete-old'),
  ('playground.clean', 'playground.delete-old');

INSERT INTO graphile_worker._private_tasks (identifier) SELECT name FROM renamed_tasks ON CONFLICT DO NOTHING;
UPDATE graphile_worker._private_jobs SET task_id = present.id
FROM renamed_tasks JOIN graphile_worker._private_tasks earlier ON earlier.identifier = renamed_tasks.earlier
  JOIN graphile_worker._private_tasks present ON present.identifier = renamed_tasks.name
WHERE _private_jobs.task_id = earlier.id;
UPDATE graphile_worker._private_jobs
SET payload = (payload::jsonb - 'userId' || jsonb_build_object('accountId', payload->'userId'))::json
WHERE payload->'userId' IS NOT NULL;

UPDATE quarantine SET task = renamed_tasks.name FROM renamed_tasks WHERE renamed_tasks.earlier = quarantine.task;
UPDATE quarantine SET payload = payload - 'userId' || jsonb_build_object('accountId', payload->'userId') WHERE payload ? 'userId';
