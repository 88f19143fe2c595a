import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { clientFor, serversAt } from '../../../src/platform/database/connection.ts'
import { poolClientFor } from '../../../src/platform/database/pool-client.ts'
import { useTestDatabase } from '../../support/database.ts'

/** Enough for a statement to be sent in both ways. */
const OFTEN = 20
/** More texts than a connection keeps count of. */
const MANY_TEXTS = 300

const preparingClient = (url: string) =>
  poolClientFor(clientFor(serversAt(url)), { isPooled: false, watch: () => () => undefined })

async function useClient(): Promise<pg.Client> {
  const client = new (preparingClient(inject('templateUrl')))({})
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('CREATE TEMPORARY TABLE things (id int PRIMARY KEY, name text)')
  return client
}

async function preparedTexts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements')
  return rows.map(({ statement }) => statement)
}

async function repeat<T>(times: number, ask: (turn: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let turn = 0; turn < times; turn++) answers.push(await ask(turn))
  return answers
}

test('a statement that comes back is prepared, and its results stay the same', async () => {
  const client = await useClient()
  const text = 'SELECT $1::int8 AS big, $2::text AS text, $3::date AS day, $4::jsonb AS json, $5::int AS nothing'
  const values = [7, 'ü\ud83d\ude00', '2026-01-31', { a: [1] }, null]
  const seen = await repeat(OFTEN, async () => {
    const { rows, rowCount, command, fields } = await client.query(text, values)
    return { rows, rowCount, command, types: fields.map(({ name, dataTypeID }) => [name, dataTypeID]) }
  })
  for (const answer of seen) expect(answer).toEqual(seen[0])
  expect(await preparedTexts(client)).toEqual([text])
})

test('statements that come once, or bring no values, are not prepared', async () => {
  const client = await useClient()
  await repeat(OFTEN, () => client.query('SELECT 1'))
  await repeat(OFTEN, () => client.query('SELECT 1', []))
  await repeat(OFTEN, (turn) => client.query(`SELECT $1::int + ${turn}`, [1]))
  expect(await preparedTexts(client)).toEqual([])
})

test('an error is the same before and after preparing, and the statement works again', async () => {
  const client = await useClient()
  const insert = 'INSERT INTO things (id, name) VALUES ($1, $2)'
  await client.query(insert, [0, 'zero'])
  const refusals = await repeat(OFTEN, () => client.query(insert, [0, 'again']).catch((error: unknown) => error))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: '23505', constraint: 'things_pkey' })
  await client.query(insert, [1, 'one'])
  const broken = await repeat(OFTEN, () => client.query('SELECT $1::int FROM nowhere', [1]).catch((error) => error))
  for (const refusal of broken) expect(refusal).toMatchObject({ code: '42P01' })
  expect((await client.query('SELECT name FROM things ORDER BY id')).rows).toEqual([{ name: 'zero' }, { name: 'one' }])
})

test('a transaction keeps all or nothing, also when it fails at the moment of preparing', async () => {
  const client = await useClient()
  const insert = 'INSERT INTO things (id) VALUES ($1)'
  for (let turn = 0; turn < OFTEN; turn++) {
    await client.query('BEGIN')
    await client.query(insert, [turn])
    if (turn % 2) {
      await expect(client.query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
      await expect(client.query(insert, [1000 + turn])).rejects.toMatchObject({ code: '25P02' })
    }
    await client.query(turn % 2 ? 'ROLLBACK' : 'COMMIT')
  }
  const { rows } = await client.query('SELECT id FROM things ORDER BY id')
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: OFTEN / 2 }, (_, index) => 2 * index))
})

test('a pool gets results and errors by callback, and its connections back', async () => {
  const pool = new pg.Pool({ Client: preparingClient(inject('templateUrl')) as never, max: 1 })
  onTestFinished(() => pool.end())
  const halves = await repeat(OFTEN, async () => (await pool.query('SELECT 6 / $1::int AS half', [2])).rows[0].half)
  expect(new Set(halves)).toEqual(new Set([3]))
  for (const divisor of [0, 0])
    await expect(pool.query('SELECT 6 / $1::int AS half', [divisor])).rejects.toMatchObject({ code: '22012' })
  const called = new Promise((resolve) =>
    pool.query('SELECT 6 / $1::int AS half', [3], (error, result) => resolve([error ?? null, result.rows])),
  )
  expect(await called).toEqual([null, [{ half: 2 }]])
  expect(pool).toMatchObject({ totalCount: 1, idleCount: 1, waitingCount: 0 })
})

test('however many texts there are, a connection prepares a bounded number', async () => {
  const client = await useClient()
  for (let text = 0; text < MANY_TEXTS; text++)
    await repeat(10, () => client.query(`SELECT $1::int + ${text} AS sum`, [1]))
  expect((await preparedTexts(client)).length).toBeLessThanOrEqual(128)
  expect((await client.query(`SELECT $1::int + ${MANY_TEXTS - 1} AS sum`, [1])).rows).toEqual([{ sum: MANY_TEXTS }])
})

test('a column that is added under a prepared statement is in the next result, and no request fails for it', async () => {
  const client = await useClient()
  const ask = () => client.query('SELECT * FROM things WHERE id = $1', [1])
  await client.query("INSERT INTO things VALUES (1, 'one')")
  for (const column of ['first', 'second']) {
    await repeat(OFTEN, ask)
    await client.query(`ALTER TABLE things ADD COLUMN ${column} int DEFAULT 0`)
    expect((await ask()).rows[0]).toHaveProperty(column, 0)
  }
  expect((await ask()).rows).toEqual([{ id: 1, name: 'one', first: 0, second: 0 }])
})

test('a transaction that meets an added column fails once, and works when it is tried again', async () => {
  const client = await useClient()
  const insert = async (id: number) => {
    await client.query('BEGIN')
    try {
      const { rows } = await client.query('INSERT INTO things (id) VALUES ($1) RETURNING *', [id])
      await client.query('COMMIT')
      return rows
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  }
  await repeat(OFTEN, insert)
  await client.query('ALTER TABLE things ADD COLUMN extra int DEFAULT 0')
  await expect(insert(OFTEN)).rejects.toMatchObject({ code: '0A000' })
  expect(await insert(OFTEN)).toEqual([{ id: OFTEN, name: null, extra: 0 }])
})

test('what the service asks with its own names is left as it is', async () => {
  const { pool } = await useTestDatabase()
  const client = await pool.connect()
  for (let turn = 0; turn < OFTEN; turn++)
    await client.query({ name: 'announce', text: 'SELECT $1::int AS turn', values: [turn] })
  const { rows } = await client.query('SELECT name FROM pg_prepared_statements')
  client.release()
  expect(rows).toEqual([{ name: 'announce' }])
})
