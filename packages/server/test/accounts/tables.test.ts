import { expect, test } from 'vitest'
import { deleteAccountRows, findUserOf, setPassword } from '../../src/accounts/accounts.ts'
import { deleteOldTokens } from '../../src/credentials/delete-old.ts'
import { deleteOldSignIns } from '../../src/identity/identity.ts'
import { addToken, addUser, signIn, useTestApp } from '../access/test-app.ts'
import { quickPasswords } from '../identity/users/quick-passwords.ts'
import { useTestDatabase } from '../support/database.ts'

test('whatever references a user goes with the user', async () => {
  const { pool } = await useTestDatabase()
  const { rows } = await pool.query<{ name: string; action: string }>(
    `SELECT conrelid::regclass::text AS name, confdeltype AS action FROM pg_constraint
     WHERE contype = 'f' AND confrelid IN ('accounts'::regclass, 'users'::regclass)`,
  )
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['api_tokens', 'members', 'sessions', 'subscriptions']),
  )
  // Tokens belong to the account, and stay when the person who made them leaves.
  expect(rows.filter(({ action }) => action !== 'c')).toEqual([{ name: 'api_tokens', action: 'n' }])
})

test('deleting a user removes sessions, password, tokens and subscription', async () => {
  const { db, url, pool } = await useTestDatabase()
  const app = await useTestApp(url)
  const user = await addUser(db)
  await addToken(db, user.id, 'read')
  await signIn(app, user)
  expect(await deleteAccountRows(db, user.id)).toBe(true)
  for (const table of ['accounts', 'users', 'sessions', 'api_tokens', 'subscriptions'])
    expect((await pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0)
})

test('a new password ends every session', async () => {
  const { db, url } = await useTestDatabase()
  const app = await useTestApp(url)
  const user = await addUser(db)
  const { bearer } = await signIn(app, user)
  const passwordHash = await quickPasswords.hash('a new password')
  await db.transaction().execute(async (tx) => setPassword(tx, (await findUserOf(tx, user.id))!.id, passwordHash))
  expect((await app.fetch('/read', { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(401)
  await signIn(app, { ...user, password: 'a new password' })
})

test('cleaning removes what is over and nothing else', async () => {
  const { db, pool } = await useTestDatabase()
  const { id } = await addUser(db)
  for (const name of ['alive', 'revoked', 'long revoked', 'long expired'])
    await addToken(db, id, 'read').then(() => rename(name))
  async function rename(name: string) {
    await pool.query(`UPDATE api_tokens SET name = $1 WHERE name = 'test'`, [name])
  }
  await pool.query(`UPDATE api_tokens SET revoked_at = now() WHERE name = 'revoked'`)
  await pool.query(`UPDATE api_tokens SET revoked_at = now() - interval '91 days' WHERE name = 'long revoked'`)
  await pool.query(`UPDATE api_tokens SET expires_at = now() - interval '91 days' WHERE name = 'long expired'`)
  for (const [number, ends] of ["'1 hour'", "'-1 hour'"].entries())
    await pool.query(
      `INSERT INTO sessions (id, user_id, account_id, sha256, expires_at)
       SELECT gen_random_uuid(), id, $1, sha256($2), now() + interval ${ends} FROM users WHERE joined_account = $1`,
      [id, String(number)],
    )
  await deleteOldTokens(db)
  await deleteOldSignIns(db)
  expect((await pool.query('SELECT name FROM api_tokens ORDER BY name')).rows).toEqual([
    { name: 'alive' },
    { name: 'revoked' },
  ])
  expect((await pool.query("SELECT sha256 = sha256('0') AS is_first FROM sessions")).rows).toEqual([{ is_first: true }])
})
