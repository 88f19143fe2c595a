// Every statement of the source is prepared against the schema of today, also one that no test runs.
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { describeStatement } from './describe.ts'
import { readStatements } from './read-source.ts'

const { builtins } = pg.types

/** What connections of the service make of PostgreSQL's types (platform/database/database.ts). */
const TYPES: Readonly<Record<number, string>> = {
  [builtins.BOOL]: 'boolean',
  [builtins.BYTEA]: 'Buffer',
  [builtins.INT2]: 'number',
  [builtins.INT4]: 'number',
  [builtins.INT8]: 'number',
  [builtins.FLOAT4]: 'number',
  [builtins.FLOAT8]: 'number',
  [builtins.TIMESTAMPTZ]: 'Date',
  [builtins.DATE]: 'string',
  [builtins.UUID]: 'string',
  [builtins.TEXT]: 'string',
}

test('every statement can be prepared, and returns the columns that the code declares, in their types', async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const statements = readStatements()
  const problems: string[] = []
  for (const { at, text, columns = {} } of statements) {
    const described = await describeStatement(client, text)
    if ('error' in described) {
      problems.push(`${at}: ${described.error}`)
      continue
    }
    const returned = new Map(described.columns.map(({ name, dataTypeID }) => [name, dataTypeID]))
    for (const [name, declared] of Object.entries(columns)) {
      const type = returned.get(name)
      if (type === undefined) problems.push(`${at}: does not return ${name}`)
      else if (!canBe(TYPES[type], declared)) problems.push(`${at}: ${name} is a ${TYPES[type]}, not a ${declared}`)
    }
  }
  expect(problems).toEqual([])
  // The reader finds them at all.
  expect(statements.length).toBeGreaterThan(500)
  expect(statements.filter(({ columns }) => columns !== undefined).length).toBeGreaterThan(200)
})

const PLAIN = ['boolean', 'Buffer', 'number', 'Date', 'string']

/** A name of another type, or a literal, says more than a column can: it is not compared. */
function canBe(type: string | undefined, declared: string): boolean {
  const parts = declared.split('|').map((part) => part.trim())
  return type === undefined || parts.some((part) => part === type || (part !== 'null' && !PLAIN.includes(part)))
}
