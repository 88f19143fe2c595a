// The examples of deploy/proxy, each run by its own program on ports of a test. Debian has all programs.
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Agent, type RequestInit, type Response, fetch as send } from 'undici'
import { onTestFinished } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { type ChildProcess, execFileSync, spawn } from '../../../../scripts/testing/programs.ts'
import { CHILD_ENV } from '../support/child-env.ts'

const example = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../../deploy/proxy/${name}`, import.meta.url)), 'utf8')

export type Ports = { tls: number; plain: number; service: number }
export type ProxyExample = { name: string; program: string; start(folder: string, ports: Ports): Promise<ChildProcess> }

export const nginx: ProxyExample = {
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

export const caddy: ProxyExample = {
  name: 'Caddy',
  program: 'caddy',
  async start(folder, { tls, service }) {
    const own = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n'
    await writeFile(join(folder, 'Caddyfile'), own + (await example('Caddyfile')))
    const env = { SITE_NAME: `https://localhost:${tls}`, UPSTREAM: `127.0.0.1:${service}`, HOME: folder }
    return launch('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], env)
  },
}

export const haproxy: ProxyExample = {
  name: 'HAProxy',
  program: 'haproxy',
  async start(folder, { tls, plain, service }) {
    makeCertificate(folder)
    const parts = await Promise.all(
      ['privkey.pem', 'fullchain.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    await writeFile(join(folder, 'site.pem'), parts.join(''), { mode: 0o600 })
    const text = (await example('haproxy.cfg'))
      .replaceAll('/etc/ssl/mailsift', folder)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${service}`)
      .replaceAll('abns@mailsift-once', `abns@mailsift-once-${tls}`)
      .replace('bind :443', `bind 127.0.0.1:${tls}`)
      .replace('bind :80', `bind 127.0.0.1:${plain}`)
    await writeFile(join(folder, 'haproxy.cfg'), text)
    return launch('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {})
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

export type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Starts the proxy before the service that listens already, and asks through it from then on. */
export async function useProxy({ program, start }: ProxyExample, ports: Ports): Promise<Ask> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-proxy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const agent = new Agent({ allowH2: false, connect: { rejectUnauthorized: false } })
  onTestFinished(() => agent.close())
  const ask: Ask = (path, init = {}) =>
    send(path.startsWith('http') ? path : `https://localhost:${ports.tls}${path}`, { ...init, dispatcher: agent })
  const proxy = await start(folder, ports)
  let complaints = ''
  proxy.stderr?.on('data', (text) => {
    complaints += text
  })
  return eventually(async () => {
    if (proxy.exitCode !== null) throw new Error(`${program} ended: ${complaints}`)
    return (await ask('/readyz').catch(() => undefined))?.ok && ask
  })
}
