// Which rows a statement can touch, read from its text: the tables that it names, and whether each is bound to one account.

/** Tables that a distributed database divides by account, each by its column `account_id`. */
export const TABLES_OF_ACCOUNTS: ReadonlySet<string> = new Set([
  ...['bounce_bursts', 'bulk_accounts', 'bulk_chunks', 'bulk_group_resources', 'bulk_groups'],
  ...['bulk_job_resources', 'bulk_job_times', 'bulk_jobs', 'bulk_keys', 'bulk_totals'],
  ...['bulk_turns', 'bulk_uploads', 'calibrations', 'contact_counts', 'contact_gaps'],
  ...['contacts', 'list_entries', 'mailbox_evidence', 'outbox_deliveries', 'outbox_events'],
  ...['policies', 'probe_accounts', 'probe_log', 'probes', 'quota_reservations'],
  ...['quotas', 'saved_list_parts', 'saved_lists', 'suppressions', 'usage_daily'],
  ...['validated_addresses', 'verdict_daily'],
])

const MENTION = /\b(?:from|join|update|into|using|,)\s+(?:only\s+)?"?(\w+)\b"?(?!\.)/gi

/** The tables of accounts that a statement names, once for each time. */
export function accountTablesIn(text: string): string[] {
  return [...text.matchAll(MENTION)]
    .map(([, name]) => name!.toLowerCase())
    .filter((name) => TABLES_OF_ACCOUNTS.has(name))
}

/** An account column is inserted, or compared by equality with a value or with another account column. */
const INSERTED = /\binto\s+"?\w+"?(?:\s+as\s+"?\w+"?)?\s*\([^)]*\baccount_id\b[^)]*\)/gi
const COMPARED = /"?\baccount_id"?\s*=\s*(?:\$\d+|"?\w+"?\."?account_id\b)/gi

/** Rows in one parameter may belong to several accounts, unless the account is a separate parameter. */
const ROWS_GIVEN = /json_to_recordset/
const ACCOUNT_GIVEN = /\binto\s+\w+\s*\(account_id\b[^)]*\)\s*select\s+\$\d+|\bwhere\s+\w+\.account_id\s*=\s*\$\d+/i

/** Citus routes a statement to one node if every table of accounts in it is bound to the same account. */
export function isOfOneAccount(text: string): boolean {
  if (ROWS_GIVEN.test(text) && !ACCOUNT_GIVEN.test(text)) return false
  const bound = [...text.matchAll(INSERTED), ...text.matchAll(COMPARED)].length
  return bound >= accountTablesIn(text).length
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
