-- Tokens that can export the audit log (GET /account/audit/export). The scope must be named: no token that exists has it.
ALTER TABLE api_tokens DROP CONSTRAINT api_tokens_scopes_check,
  ADD CONSTRAINT api_tokens_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ '{validate,bulk,contacts,audit}') NOT VALID;
