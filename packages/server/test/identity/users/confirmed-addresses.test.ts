import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { readChain } from '../../../src/platform/database/takeover.ts'
import { createEmptyDatabase, silentLog } from '../../support/database.ts'

test('after the upgrade, people who were created with their account are confirmed, and people who were invited are not', async () => {
  const url = await createEmptyDatabase()
  const chain = await readChain()
  await migrate(
    url,
    chain.filter(({ name }) => name < '1180'),
  )
  const { pool, close } = openDatabase(url, { log: silentLog, connectionCount: 1, applicationName: 'test' })
  const [first, second, owner, invited] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await pool.query(`
    INSERT INTO users (id) VALUES ('${first}'), ('${second}');
    INSERT INTO people (id, user_id, email, name) VALUES ('${owner}', '${first}', 'owner@example.com', '');
    INSERT INTO people (id, email, name) VALUES ('${invited}', 'invited@example.com', '');
    INSERT INTO members (user_id, person_id, role, created_at) VALUES
      ('${second}', '${invited}', 'viewer', now()), ('${first}', '${invited}', 'admin', now() - interval '1 day')`)
  await migrate(url)
  const { rows } = await pool.query('SELECT email, address_confirmed, joined_account FROM users ORDER BY email')
  await close()
  expect(rows).toEqual([
    { email: 'invited@example.com', address_confirmed: false, joined_account: first },
    { email: 'owner@example.com', address_confirmed: true, joined_account: first },
  ])
})
