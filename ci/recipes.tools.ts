// The programs of examples/sign-up as a person starts them, asking the running service through a way that can be cut.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../packages/server/test/bulk/service.ts'
import { freePort } from '../packages/server/test/support/program.ts'
import { eventually } from '../scripts/eventually.ts'
import { type ChildProcess, execFile, spawn } from '../scripts/testing/programs.ts'

const run = promisify(execFile)
const FOLDER = fileURLToPath(new URL('../examples/sign-up', import.meta.url))
/** Next itself, with this file as its route, is tried by `npm run release:check`. */
const SERVE_ROUTE = `
  import { serve } from '@hono/node-server'
  import { POST } from './next-route.mjs'
  serve({ fetch: POST, port: Number(process.env.PORT), hostname: '127.0.0.1' })
`

type Recipe = { file: string; command: string; args(port: number): string[]; build?: boolean }

const RECIPES: readonly Recipe[] = [
  ...['express.mjs', 'fastify.mjs', 'hono.mjs'].map((file) => ({
    file,
    command: process.execPath,
    args: () => [file],
  })),
  {
    file: 'next-route.mjs',
    command: process.execPath,
    args: () => ['--input-type=module', '--eval', SERVE_ROUTE],
  },
  { file: 'sign_up.py', command: 'python3', args: () => ['sign_up.py'] },
  { file: 'sign-up.php', command: 'php', args: (port) => ['-S', `127.0.0.1:${port}`, 'sign-up.php'] },
  { file: 'sign_up.go', command: 'go', args: () => [], build: true },
]

/** Passes requests on to the service, but for addresses that stand for a service that is busy or silent. */
function startWay(origin: string): Server {
  return createServer(async (request, response) => {
    const email = new URL(request.url!, origin).searchParams.get('email') ?? ''
    if (email.startsWith('silence')) return
    if (email.startsWith('busy')) {
      response.writeHead(503, { 'content-type': 'application/problem+json' }).end('{"status":503,"code":"unavailable"}')
      return
    }
    const headers = { 'service-email-api-token': String(request.headers['service-email-api-token']) }
    const answer = await fetch(origin + request.url, { headers })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! }).end(await answer.text())
  }).listen(0, '127.0.0.1')
}

let service: Service
let way: Server
let token: string
let folder: string
const children: ChildProcess[] = []
beforeAll(async () => {
  service = await startService({}, { worker: false })
  token = (await service.newCaller()).readToken
  way = startWay(service.origin)
  await once(way, 'listening')
  folder = await mkdtemp(join(tmpdir(), 'mailsift-recipes-'))
})
afterAll(async () => {
  for (const child of children) child.kill()
  way.closeAllConnections()
  way.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start({ command, args, build, file }: Recipe): Promise<string> {
  const port = await freePort()
  const program = join(folder, 'sign-up')
  if (build) await run(command, ['build', '-o', program, file], { cwd: FOLDER })
  const server = `http://127.0.0.1:${(way.address() as AddressInfo).port}`
  const child = spawn(build ? program : command, args(port), {
    cwd: FOLDER,
    env: { ...process.env, MAILSIFT_TOKEN: token, MAILSIFT_SERVER: server, PORT: String(port) },
    stdio: 'ignore',
  })
  children.push(child)
  const origin = `http://127.0.0.1:${port}`
  return eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    return (await fetch(origin).catch(() => undefined)) && origin
  })
}

const WELCOME = [200, 'Welcome!']

describe.concurrent.each(RECIPES)('$file', (recipe) => {
  test('refuses what is unsafe or no text and says why, and takes the address when the service is busy or silent', {}, async ({
    expect,
  }) => {
    // Tests that run side by side have their own `expect`.
    const origin = await start(recipe)
    const signUp = async (email: string) => {
      const answer = await fetch(`${origin}/sign-up`, { method: 'POST', body: new URLSearchParams({ email }) })
      return [answer.status, await answer.text()]
    }
    const told = {
      'ada.lovelace+news@contoso.com': WELCOME,
      'ann.lee@gmial.com': [422, 'Did you mean ann.lee@gmail.com?'],
      'ann.lee@mailinator.com': [422, 'mailinator.com provides disposable addresses.'],
      'ann lee': [422, 'Please check the address.'],
      '': [422, 'Please check the address.'],
      'busy@contoso.com': WELCOME,
      'silence@contoso.com': WELCOME,
    }
    // On a busy machine the service may be late, and the program is right not to wait: it is started again.
    await Promise.all(
      Object.entries(told).map(([email, answer]) =>
        expect.poll(() => signUp(email), { message: email }).toEqual(answer),
      ),
    )
    const listed = await fetch(`${origin}/sign-up`, {
      ...{ method: 'POST', body: 'email[]=ada.lovelace@contoso.com' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([listed.status, await listed.text()]).toEqual([422, 'Please check the address.'])
  })
})

test('without a token no one is kept out either', async () => {
  const ask = `
    import { refusalOf } from './refusal.mjs'
    console.log(await refusalOf('ada.lovelace@contoso.com'))
  `
  const env = { ...process.env, MAILSIFT_TOKEN: '' }
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', ask], { cwd: FOLDER, env })
  expect(stdout).toBe('undefined\n')
  expect(stderr).toContain('MAILSIFT_TOKEN is not set')
})

test('every program of the folder is tried, and its README shows each', () => {
  const programs = readdirSync(FOLDER).filter((file) => /\.(?:mjs|py|php|go)$/.test(file) && file !== 'refusal.mjs')
  expect(programs.toSorted()).toEqual(RECIPES.map(({ file }) => file).toSorted())
  const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  for (const file of programs) expect(readme).toContain(`](${file})`)
})
