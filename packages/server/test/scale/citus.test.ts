// deploy/citus.sql without Citus: what plain PostgreSQL can run of it, and which tables it distributes.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../support/database.ts'
import { TABLES_OF_ACCOUNTS } from './statements.ts'

const FILE = readFileSync(new URL('../../../../deploy/citus.sql', import.meta.url), 'utf8')
const STATEMENTS = FILE.replaceAll(/^--.*$/gm, '')
  .split(';')
  .map((statement) => statement.trim())
  .filter((statement) => statement !== '')
const DISTRIBUTE = /^SELECT create_distributed_table\('(\w+)', '(\w+)'/
const ONLY_CITUS = /^(?:CREATE EXTENSION|SELECT create_)/

test('every table of accounts is distributed by its account, in one colocation group', () => {
  const distributed = STATEMENTS.flatMap((statement) => {
    const [, table, column] = DISTRIBUTE.exec(statement) ?? []
    return table && column ? [[table, column]] : []
  })
  const isView = (name: string) => name.endsWith('_resources')
  expect(Object.fromEntries(distributed)).toEqual(
    Object.fromEntries(Object.entries(TABLES_OF_ACCOUNTS).filter(([name]) => !isView(name))),
  )
  const apart = STATEMENTS.filter((statement) => DISTRIBUTE.test(statement)).filter(
    (statement) => !statement.includes("colocate_with => 'bulk_accounts'"),
  )
  expect(apart).toEqual(["SELECT create_distributed_table('bulk_accounts', 'user_id')"])
})

/** Written after the request, by task or operator, and read by the operator: one server is enough. */
const ON_THE_COORDINATOR = ['audit_events', 'billing_hours']
const placed = (kind: string) => new Set(FILE.match(new RegExp(`(?<=create_${kind}_table\\(')\\w+`, 'g')))

test('every table with an account column is distributed, on every server, or named as staying on one', async () => {
  const { db } = await useTestDatabase()
  const { rows } = await sql<{ table: string }>`
    SELECT DISTINCT table_name AS table FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name IN ('user_id', 'account_id')`.execute(
    db,
  )
  const known = new Set([...placed('distributed'), ...placed('reference'), ...ON_THE_COORDINATOR])
  expect(rows.map(({ table }) => table).filter((table) => !known.has(table))).toEqual([])
})

test('a table that is on every server, or distributed, references only such tables', async () => {
  const { db } = await useTestDatabase()
  const { rows } = await sql<{ table: string; target: string }>`
    SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS target FROM pg_constraint WHERE contype = 'f'`.execute(
    db,
  )
  const everywhere = placed('reference')
  const distributed = placed('distributed')
  const mayReference = ({ table, target }: (typeof rows)[number]) =>
    everywhere.has(target) || (distributed.has(table) ? distributed.has(target) : !everywhere.has(table))
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter((row) => !mayReference(row))).toEqual([])
})

test('the keys with the account can be made, and then every unique index of a distributed table has it', async () => {
  const { db } = await useTestDatabase()
  for (const statement of STATEMENTS) if (!ONLY_CITUS.test(statement)) await sql.raw(statement).execute(db)
  const { rows } = await sql<{ table: string; columns: string[] }>`
    SELECT indrelid::regclass::text AS table, array_agg(attname::text) AS columns FROM pg_index
    JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
    WHERE indisunique AND indrelid::regclass::text = ANY(${Object.keys(TABLES_OF_ACCOUNTS)}::text[])
    GROUP BY indexrelid, indrelid`.execute(db)
  expect(rows.length).toBeGreaterThan(15)
  for (const { table, columns } of rows) expect(columns, table).toContain(TABLES_OF_ACCOUNTS[table])
})
