// A client may send the head of a request and hold its body back. What ends in the meantime must not act by it.
import { once } from 'node:events'
import { connect } from 'node:net'
import { API_TOKEN_HEADER } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addMember } from '../../src/accounts/members/members.ts'
import { readPlans } from '../../src/accounts/plans/plans.ts'
import { createUser } from '../../src/identity/users/users.ts'
import { quickPasswords } from '../identity/users/quick-passwords.ts'
import { addToken, addUser, signIn, startAppOfFile } from './test-app.ts'

const { app, database } = await startAppOfFile()
const { db } = database
const PASSWORD = 'correct horse battery staple'

type Head = Record<string, string>

/** The request is admitted when the service asks for its body; `send` sends it and returns the status and the body of the answer. */
async function hold(path: string, headers: Head, body: object): Promise<{ send(): Promise<string> }> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  const text = JSON.stringify(body)
  const all = {
    ...{ host: `${hostname}:${port}`, 'content-type': 'application/json', connection: 'close', expect: '100-continue' },
    ...{ 'content-length': String(text.length), ...headers },
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 100 /)
  return {
    async send() {
      socket.write(text)
      let answer = ''
      for await (const piece of socket) answer += piece
      return answer
    },
  }
}

let people = 0
async function admin() {
  const owner = await addUser(db)
  const email = `held${++people}@example.com`
  const passwordHash = await quickPasswords.hash(PASSWORD)
  const userId = await db.transaction().execute(async (tx) => {
    const { id } = await createUser(tx, { email, passwordHash, isConfirmed: true })
    await addMember(tx, readPlans(''), { accountId: owner.id, userId: id, role: 'admin' })
    return id
  })
  const headerOf = async (user: { email: string; password: string }) => ({
    authorization: `Bearer ${(await signIn(app, user)).bearer}`,
  })
  return { owner, userId, own: await headerOf({ email, password: PASSWORD }), by: await headerOf(owner) }
}

const countOf = async (table: 'api_tokens' | 'invitations', accountId: string) => {
  const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE account_id = ${accountId}`.execute(db)
  return rows.length
}

const TOKEN = { name: 'Kept', permission: 'write' }

test('an admin who was removed while a body was held back creates no token', async () => {
  const { owner, userId, own, by } = await admin()
  const held = await hold('/account/tokens', own, TOKEN)
  const removed = await app.fetch(`/account/members/${userId}`, { method: 'DELETE', headers: by })
  expect(removed.status).toBe(204)
  expect(await held.send()).toMatch(/^HTTP\/1\.1 401 /)
  expect(await countOf('api_tokens', owner.id)).toBe(0)
})

test('an admin whose role was taken while a body was held back creates no invitation', async () => {
  const { owner, userId, own, by } = await admin()
  const held = await hold('/account/invitations', own, { role: 'admin' })
  const changed = await app.fetch(`/account/members/${userId}`, {
    method: 'PATCH',
    headers: { ...by, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'viewer' }),
  })
  expect(changed.status).toBe(204)
  expect(await held.send()).toMatch(/^HTTP\/1\.1 403 .*"role_required"/s)
  expect(await countOf('invitations', owner.id)).toBe(0)
})

test('a token that was revoked while a body was held back is refused', async () => {
  const owner = await addUser(db)
  const token = await addToken(db, owner.id, 'write')
  const held = await hold('/write', { [API_TOKEN_HEADER]: token }, {})
  await sql`UPDATE api_tokens SET revoked_at = now() WHERE account_id = ${owner.id}`.execute(db)
  await expect.poll(() => app.authentication.tokens.find(token)).toBeNull()
  expect(await held.send()).toMatch(/^HTTP\/1\.1 401 /)
})
