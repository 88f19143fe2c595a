import { scryptSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSignUp } from '../../../src/identity/sign-up/sign-ups.ts'
import { type Service, startService } from '../../bulk/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ SIGN_UP: 'invitation' }, { worker: false })
})
afterAll(() => service.stop())

test('the service hashes every password by scrypt at full cost, at the sign-up and when it is changed', async () => {
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${service.origin}/account/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const email = 'ann.lee@contoso.com'
  const isHashOf = async (password: string) => {
    const { rows } = await sql<{ password_hash: string }>`
      SELECT password_hash FROM users WHERE email = ${email}`.execute(service.db)
    const [, algorithm, parameters, salt = '', key = ''] = rows[0]!.password_hash.split('$')
    expect([algorithm, parameters]).toEqual(['scrypt', 'ln=14,r=16,p=1'])
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 2 ** 20 }
    return scryptSync(password, Buffer.from(salt, 'base64'), 64, cost).equals(Buffer.from(key, 'base64'))
  }
  const first = 'four entirely random words'
  const { secret } = await makeSignUp(service.db, email)
  const signedUp = await post('sign-up/confirm', { secret, password: first, name: 'Ann' })
  expect(signedUp.status).toBe(201)
  expect(await isHashOf(first)).toBe(true)

  const { bearer_token } = (await signedUp.json()) as { bearer_token: string }
  const next = 'five other entirely random words'
  const change = { current_password: first, new_password: next }
  expect((await post('password', change, { authorization: `Bearer ${bearer_token}` })).status).toBe(204)
  expect(await isHashOf(next)).toBe(true)
  expect((await post('sign-in', { email, password: next })).status).toBe(200)
})
