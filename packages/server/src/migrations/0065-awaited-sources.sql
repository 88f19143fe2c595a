-- The sources that have yet to answer for a due contact. What the others say is shown meanwhile, and they are not asked again.
ALTER TABLE contacts ADD COLUMN awaited text[] NOT NULL DEFAULT '{website,wikidata_company,wikidata_person}';
