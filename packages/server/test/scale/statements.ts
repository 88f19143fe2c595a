// Which rows a statement can touch, read from its text: the tables that it names, and whether each is bound to one account.

/** Tables that a distributed database divides by account, with their account column. */
export const TABLES_OF_ACCOUNTS: Readonly<Record<string, 'user_id' | 'account_id'>> = {
  bulk_accounts: 'user_id',
  bulk_chunks: 'account_id',
  bulk_group_resources: 'user_id',
  bulk_groups: 'user_id',
  bulk_job_resources: 'user_id',
  bulk_job_times: 'user_id',
  bulk_jobs: 'user_id',
  bulk_keys: 'user_id',
  bulk_list_parts: 'user_id',
  bulk_lists: 'user_id',
  bulk_totals: 'user_id',
  bulk_turns: 'user_id',
  bulk_uploads: 'user_id',
  bounce_bursts: 'account_id',
  calibrations: 'account_id',
  contact_counts: 'user_id',
  contact_gaps: 'user_id',
  contacts: 'user_id',
  list_entries: 'account_id',
  mailbox_evidence: 'account_id',
  outbox_deliveries: 'account_id',
  outbox_events: 'user_id',
  policies: 'account_id',
  probe_accounts: 'account_id',
  probe_log: 'account_id',
  probes: 'account_id',
  suppressions: 'account_id',
  quota_reservations: 'account_id',
  quotas: 'account_id',
  usage_daily: 'user_id',
  validated_addresses: 'account_id',
  verdict_daily: 'user_id',
}

const MENTION = /\b(?:from|join|update|into|using|,)\s+(?:only\s+)?"?(\w+)\b"?(?!\.)/gi

/** The tables of accounts that a statement names, once for each time. */
export function accountTablesIn(text: string): string[] {
  return [...text.matchAll(MENTION)].map(([, name]) => name!.toLowerCase()).filter((name) => name in TABLES_OF_ACCOUNTS)
}

/** An account column is inserted, or compared by equality with a value or with another account column. */
const INSERTED = /\binto\s+"?\w+"?(?:\s+as\s+"?\w+"?)?\s*\([^)]*\b(?:user_id|account_id)\b[^)]*\)/gi
const COMPARED = /"?\b(?:user_id|account_id)"?\s*=\s*(?:\$\d+|"?\w+"?\."?(?:user_id|account_id)\b)/gi

/** Rows in one parameter may belong to several accounts, unless the account is a separate parameter. */
const ROWS_GIVEN = /json_to_recordset/
const ACCOUNT_GIVEN =
  /\binto\s+\w+\s*\((?:user_id|account_id)\b[^)]*\)\s*select\s+\$\d+|\bwhere\s+\w+\.(?:user_id|account_id)\s*=\s*\$\d+/i

/** Citus routes a statement to one node if every table of accounts in it is bound to the same account. */
export function isOfOneAccount(text: string): boolean {
  if (ROWS_GIVEN.test(text) && !ACCOUNT_GIVEN.test(text)) return false
  const bound = [...text.matchAll(INSERTED), ...text.matchAll(COMPARED)].length
  return bound >= accountTablesIn(text).length
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
