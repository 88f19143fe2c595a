// How the rows of each archived state differ after the upgrade: new names and values of what a migration changes on purpose.
import type { StoredRows } from './stored-rows.ts'

type Changes = {
  /** Table names, then the names of their columns. */
  tables?: Record<string, string>
  columns?: Record<string, Record<string, string>>
  /** Tables that the upgrade makes, with their rows. */
  made?: StoredRows
}

const CHANGES: Record<string, Changes> = {
  unreleased: {
    tables: { registry_wanted: 'registry_backlog', site_visits: 'site_leases', verified: 'verify_checkpoints' },
    columns: { contacts: { awaited: 'pending_sources' } },
    made: { bulk_turns: [] },
  },
}

/** The rows that the database must have after the upgrade. */
export function readChanged(state: string, before: StoredRows): StoredRows {
  const { tables = {}, columns = {}, made = {} } = CHANGES[state] ?? {}
  const after = Object.entries(before).map(([table, rows]) => {
    const names = columns[table] ?? {}
    const renamed = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value])),
    )
    return [tables[table] ?? table, renamed] as const
  })
  return { ...Object.fromEntries(after), ...made }
}
