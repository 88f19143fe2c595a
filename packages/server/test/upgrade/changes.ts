// How the rows of each archived state differ after the upgrade: what the migrations since then change on purpose.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { StoredRows } from './stored-rows.ts'

type Changes = {
  /** New names of tables, and of columns by the earlier name of their table. */
  tables?: Record<string, string>
  columns?: Record<string, Record<string, string>>
  /** Columns that are dropped, by the earlier name of their table. */
  dropped?: Record<string, readonly string[]>
  /** Tables that are dropped, or no longer survive a crash. */
  gone?: readonly string[]
  /** The rows of tables that are made, and of those that change in another way. */
  made?: (before: StoredRows) => StoredRows
}

const CHANGES: Record<string, Changes> = {
  unreleased: {
    tables: {
      registry_wanted: 'registry_backlog',
      site_visits: 'site_leases',
      tasks_set_aside: 'quarantine',
      verified: 'verify_checkpoints',
    },
    columns: { contacts: { awaited: 'pending_sources' } },
    dropped: {
      outbox_deliveries: ['deaths'],
      users: ['email', 'email_verified', 'name', 'image', 'two_factor_enabled', 'updated_at'],
    },
    gone: ['credentials', 'queue_processes', 'task_deaths', 'two_factors', 'used_codes', 'verifications'],
    made: ({ users = [], sessions = [] }) => ({
      bulk_turns: [],
      isolation_trials: [],
      people: users.map(({ id, email, name, created_at }) => ({
        ...{ id, user_id: id, email, name, created_at },
        password_hash: expect.stringMatching(/^\$scrypt\$ln=14,r=16,p=1\$/),
        ...{ totp_secret: null, backup_codes: null, totp_confirmed: false, totp_last_step: 0 },
        ...{ failed_codes: 0, locked_until: null },
      })),
      sessions: sessions.map(({ id, user_id, token, expires_at, created_at, updated_at }) => ({
        ...{ id, person_id: user_id, expires_at, created_at, last_used_at: updated_at },
        sha256: `\\x${createHash('sha256').update(String(token)).digest('hex')}`,
      })),
    }),
  },
}

/** Tables and columns that migrations after 0.1.0 add to every archived state, whose rows are those of 0.1.0. */
function added(rows: StoredRows): StoredRows {
  const {
    audit_events = [],
    api_tokens = [],
    bulk_chunks = [],
    bulk_groups = [],
    bulk_jobs = [],
    bulk_keys = [],
  } = rows
  const {
    outbox_deliveries = [],
    outbox_events = [],
    people = [],
    sessions = [],
    subscriptions = [],
    users = [],
  } = rows
  const owners = new Map([...bulk_jobs, ...outbox_events].map(({ id, user_id }) => [id, user_id]))
  return {
    name_servers: [],
    queued_mails: [],
    devices: [],
    sign_ups: [],
    used_challenges: [],
    people: people.map((person) => ({
      ...person,
      notify_list_completed: false,
      is_operator: false,
      address_confirmed: true,
      joined_account: person.user_id,
    })),
    removed_members: [],
    invitations: [],
    bounce_bursts: [],
    bounce_sources: [],
    calibrations: [],
    mailbox_evidence: [],
    suppressions: [],
    probe_accounts: [],
    probe_days: [],
    probe_log: [],
    probe_self_tests: [],
    probed_domains: [],
    probes: [],
    validated_addresses: [],
    billing_customers: [],
    billing_hours: [],
    billing_events: [],
    list_entries: [],
    policies: [],
    quotas: [],
    quota_reservations: [],
    account_allowances: [],
    subscriptions: subscriptions.map((subscription) => ({ ...subscription, anchor: null, grace_until: null })),
    identities: [],
    session_identities: [],
    sign_in_attempts: [],
    used_logout_tokens: [],
    passkeys: [],
    members: people.map(({ id, user_id, created_at }) => ({ user_id, person_id: id, role: 'owner', created_at })),
    users: users.map((user) => ({ ...user, name: null, saves_contacts: null, second_factor_required: false })),
    bulk_lists: [],
    bulk_list_parts: [],
    sessions: sessions.map((session) => ({ ...session, user_id: null, multi_factor: false })),
    api_tokens: api_tokens.map((token) => ({ ...token, created_by: null })),
    audit_events: audit_events.map((event) => ({ ...event, person_id: null })),
    bulk_jobs: bulk_jobs.map((job) => ({ ...job, stopped_at: null })),
    bulk_groups: bulk_groups.map((group) => ({ ...group, stopped_at: null })),
    bulk_keys: bulk_keys.map((key) => ({ ...key, removed_at: null })),
    bulk_chunks: bulk_chunks.map((chunk) => ({ ...chunk, account_id: owners.get(chunk.job_id), started_at: null })),
    outbox_deliveries: outbox_deliveries.map((delivery) => ({
      ...delivery,
      account_id: owners.get(delivery.event_id) ?? null,
    })),
  }
}

/** The rows that the database must have after the upgrade. */
export function changedRows(state: string, before: StoredRows): StoredRows {
  const { tables = {}, columns = {}, dropped = {}, gone = [], made } = CHANGES[state] ?? {}
  const after = Object.entries(before)
    .filter(([table]) => !gone.includes(table))
    .map(([table, rows]) => {
      const names = columns[table] ?? {}
      const renamed = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => !dropped[table]?.includes(name))
            .map(([name, value]) => [names[name] ?? name, value]),
        ),
      )
      return [tables[table] ?? table, renamed] as const
    })
  const released = { ...Object.fromEntries(after), ...made?.(before) }
  return { ...released, ...added(released) }
}
