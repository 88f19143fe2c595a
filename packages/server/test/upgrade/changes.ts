// How the rows of each archived state differ after the upgrade: what the migrations since then change on purpose.
import type { StoredRows } from './stored-rows.ts'

type Row = Record<string, unknown>

const TABLES: Record<string, string> = {
  users: 'accounts',
  people: 'users',
  suppressed_addresses: 'contact_blocklist',
  bulk_lists: 'saved_lists',
  bulk_list_parts: 'saved_list_parts',
}
const COLUMNS: Record<string, string> = { user_id: 'account_id', person_id: 'user_id' }

/** Columns that the state has not, by the present name of their table. */
const ADDED: Record<string, Row> = {
  accounts: { second_factor_required: false },
  sessions: { multi_factor: false },
  sign_in_links: { confirms: false },
  invitations: { proof_sha256: null },
  bulk_jobs: { stopped_at: null },
  bulk_groups: { stopped_at: null },
  bulk_keys: { removed_at: null },
  bulk_chunks: { started_at: null },
}

/** Commit f553c234 is the oldest whose databases are taken over (src/migrations/takeover). */
function takenOver({ mail_hosts = [], name_servers = [], people = [], ...before }: StoredRows): StoredRows {
  const after: StoredRows = {
    bounce_bursts: [],
    removed_members: [],
    probe_lists: [],
    learned_hosts: [
      ...mail_hosts.map((row) => ({ kind: 'mail_host', ...row })),
      ...name_servers.map((row) => ({ kind: 'name_server', ...row })),
    ],
  }
  const accounts = new Map(people.map(({ id, user_id }) => [id, user_id]))
  for (const [table, rows] of Object.entries({ ...before, people })) {
    const name = TABLES[table] ?? table
    after[name] = rows.map((row) => ({ ...renamed(row), ...ADDED[name] }))
  }
  return {
    ...after,
    // Owners, who were created with their account.
    users: after.users!.map(({ account_id, ...user }) => ({
      ...user,
      address_confirmed: true,
      joined_account: account_id,
    })),
    sessions: after.sessions!.map((session) => ({
      ...session,
      account_id: session.account_id ?? accounts.get(session.user_id),
    })),
    outbox_events: after.outbox_events!.map((event) => ({ ...event, body: withAccount(event.body as Row) })),
  }
}

const renamed = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [COLUMNS[name] ?? name, value]))

const withAccount = ({ userId, ...body }: Row): Row => ({ ...body, accountId: userId })

/** The rows that the database must have after the upgrade. */
export function changedRows(state: string, before: StoredRows): StoredRows {
  return state === 'f553c234' ? takenOver(before) : before
}
