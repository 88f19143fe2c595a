// The examples in deploy/proxy, each run by its own program in front of the service. Debian has them all.
import { randomBytes } from 'node:crypto'
import type { PreparedUpload } from '@mailsift/contract'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAccount, findUserOf, setPassword } from '../../src/accounts/accounts.ts'
import { slowPasswords } from '../../src/identity/identity.ts'
import { startService } from '../bulk/service.ts'
import { freePort } from '../support/program.ts'
import { caddy, haproxy, nginx, type ProxyExample, useProxy } from './proxies.ts'

const LARGEST_BYTES = 50 * 2 ** 20
describe.each<ProxyExample>([nginx, caddy, haproxy])('behind $name', (proxy) => {
  test('a CSV of 50 MiB is taken, one byte more refused, a browser signs in, and what clients say of themselves is not believed', async () => {
    const ports = { tls: await freePort(), plain: await freePort(), service: await freePort() }
    const origin = `https://localhost:${ports.tls}`
    const service = await startService({
      PORT: String(ports.service),
      BASE_URL: `${origin}/v1`,
      TRUST_PROXY: '127.0.0.1',
    })
    onTestFinished(() => service.stop())
    const ask = await useProxy(proxy, ports)

    const caller = await service.newCaller()
    const headers = { 'service-email-api-token': caller.token, 'content-type': 'application/json' }
    async function upload(size: number): Promise<number> {
      const body = JSON.stringify({ filename: 'a.csv', size_bytes: size })
      const prepared = await ask('/v1/emails/bulk/upload', { method: 'POST', body, headers })
      if (prepared.status !== 201) return prepared.status
      const { upload_url, headers: given } = (await prepared.json()) as PreparedUpload
      expect(upload_url.startsWith(`${origin}/v1/files/`)).toBe(true)
      const { 'Content-Length': _length, ...rest } = given
      const answer = await ask(upload_url, { method: 'PUT', body: randomBytes(size), headers: rest })
      return answer.status
    }
    expect(await upload(LARGEST_BYTES)).toBe(200)
    const tooLarge = await ask('/v1/emails/bulk', { method: 'POST', body: Buffer.alloc(LARGEST_BYTES + 1), headers })
      .then(({ status }) => status)
      .catch(() => 413)
    expect(tooLarge).toBe(413)

    const { id } = await createAccount(service.db, { email: 'ann@contoso.com' })
    const passwordHash = await slowPasswords.hash('correct horse battery staple')
    await service.db.transaction().execute(async (tx) => setPassword(tx, (await findUserOf(tx, id))!.id, passwordHash))
    const signedIn = await ask('/account/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: 'ann@contoso.com', password: 'correct horse battery staple' }),
    })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.get('set-cookie')!
    expect(cookie).toMatch(/^__Host-.*Secure/)
    expect(signedIn.headers.get('strict-transport-security')).toBeTruthy()
    const session = await ask('/account/session', { headers: { cookie: cookie.split(';')[0]! } })
    expect(session.status).toBe(200)
    const { rows } = await sql<{
      network: string
    }>`SELECT network FROM audit_events WHERE action = 'sign_in'`.execute(service.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.network).not.toContain('203.0.113')
    expect((await ask('/')).status).toBe(200)
    expect((await ask('/metrics')).status).toBe(404)
  })
})
