// The examples in deploy/proxy, each run by its own program in front of the service. Debian has both; where one is not installed, its
// test is skipped.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PreparedUpload } from '@mailsift/contract'
import { sql } from 'kysely'
import { Agent, type RequestInit, fetch as send } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createUser, setPassword } from '../../src/accounts/users.ts'
import { startService } from '../bulk/service.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { freePort, PROGRAM_TEST } from '../support/program.ts'

const LARGEST_BYTES = 50 * 2 ** 20
const example = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../../deploy/proxy/${name}`, import.meta.url)), 'utf8')

type Ports = { tls: number; plain: number; service: number }
type Proxy = { name: string; program: string; start(folder: string, ports: Ports): Promise<ChildProcess> }

const nginx: Proxy = {
  name: 'nginx',
  program: 'nginx',
  async start(folder, { tls, plain, service }) {
    makeCertificate(folder)
    const site = (await example('nginx.conf'))
      .replaceAll('mail.contoso.com', 'localhost')
      .replaceAll('/etc/ssl/mailsift', folder)
      .replace('server 127.0.0.1:3000', `server 127.0.0.1:${service}`)
      .replace(/listen \[::\].*\n/g, '')
      .replace('listen 443', `listen 127.0.0.1:${tls}`)
      .replace('listen 80', `listen 127.0.0.1:${plain}`)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join(' ')
    const main = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${places} ${site} }`
    await writeFile(join(folder, 'main.conf'), main)
    return launch('nginx', ['-p', folder, '-c', join(folder, 'main.conf'), '-g', 'daemon off;'], {})
  },
}

const caddy: Proxy = {
  name: 'Caddy',
  program: 'caddy',
  async start(folder, { tls, service }) {
    const own = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n'
    await writeFile(join(folder, 'Caddyfile'), own + (await example('Caddyfile')))
    const env = { SITE_NAME: `https://localhost:${tls}`, UPSTREAM: `127.0.0.1:${service}`, HOME: folder }
    return launch('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], env)
  },
}

function launch(program: string, words: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(program, words, { env: { ...CHILD_ENV, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return child
}

function makeCertificate(folder: string): void {
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', [...words, ...files, '-subj', '/CN=localhost'], { stdio: 'ignore' })
}

const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

describe.each([nginx, caddy])('behind $name', ({ program, start }) => {
  test.skipIf(!isInstalled(program))(
    'a CSV of 50 MiB is taken, one byte more refused, a browser signs in, and what clients say of themselves is not believed',
    PROGRAM_TEST,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'mailsift-proxy-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const ports = { tls: await freePort(), plain: await freePort(), service: await freePort() }
      const origin = `https://localhost:${ports.tls}`
      const service = await startService({
        ...{ PORT: String(ports.service), BASE_URL: `${origin}/v1`, TRUST_PROXY: '127.0.0.1' },
      })
      onTestFinished(() => service.stop())
      const agent = new Agent({ allowH2: false, connect: { rejectUnauthorized: false } })
      onTestFinished(() => agent.close())
      const ask = (path: string, init: RequestInit = {}) =>
        send(path.startsWith('http') ? path : `${origin}${path}`, { ...init, dispatcher: agent })
      const proxy = await start(folder, ports)
      let complaints = ''
      proxy.stderr?.on('data', (text) => {
        complaints += text
      })
      for (;;) {
        const ready = await ask('/readyz').catch(() => undefined)
        if (ready?.ok) break
        if (proxy.exitCode !== null) throw new Error(`${program} ended: ${complaints}`)
        await sleep(50)
      }

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

      const { id } = await createUser(service.db, { email: 'ann@contoso.com' })
      await service.db.transaction().execute((tx) => setPassword(tx, id, 'correct horse battery staple'))
      const signedIn = await ask('/account/sign-in', {
        ...{
          method: 'POST',
          headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': '203.0.113.9' },
        },
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
    },
  )
})
