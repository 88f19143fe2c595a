// Who reads the metrics: those on this machine, those with the token, or those who reach an address apart from the API's.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from '../../../../src/api.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { listenForMetrics } from '../../../../src/platform/metrics/listener.ts'
import { silentLog, useTestDatabase } from '../../../support/database.ts'
import { freePort } from '../../../support/program.ts'
import { stopApi } from '../../../support/stop-api.ts'

const TOKEN = 'a token of the monitoring, long enough'

async function start(env: NodeJS.ProcessEnv) {
  const { url } = await useTestDatabase()
  const port = String(await freePort())
  const config = readConfig({
    DATABASE_URL: url,
    ROLE: 'api',
    SECRET: 'a secret for tests that is long enough',
    PORT: port,
    REGISTRY_LOOKUPS: 'off',
    DNS_SERVERS: '127.0.0.1:9',
    DATA_DIR: '/nonexistent',
    EVENT_LOOP_DELAY_MAX_MS: '0',
    MEMORY_MAX_MB: '0',
    ...env,
  })
  const api = await startApi(config, silentLog)
  onTestFinished(() => stopApi(api))
  return `http://127.0.0.1:${port}`
}

async function read(origin: string, token?: string): Promise<number> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch(`${origin}/metrics`, { headers })
  if (answer.ok) expect(await answer.text()).toContain('process_cpu_seconds_total')
  return answer.status
}

test('an API that only this machine reaches serves them to all who ask', async () => {
  expect(await read(await start({}))).toBe(200)
})

test.each([{ HOST: '0.0.0.0' }, { BASE_URL: 'https://mail.example/v1' }])(
  'an API that others reach (%o) has none',
  async (env) => {
    const origin = await start(env)
    expect(await read(origin)).toBe(404)
    expect((await fetch(`${origin}/livez`)).status).toBe(200)
  },
)

test('with a token they are served to its holder alone, wherever the API is reached from', async () => {
  const origin = await start({ BASE_URL: 'https://mail.example/v1', METRICS_TOKEN: TOKEN })
  expect(await read(origin, TOKEN)).toBe(200)
  for (const wrong of [undefined, `${TOKEN}x`, TOKEN.slice(1)]) expect(await read(origin, wrong)).toBe(401)
  const refused = await fetch(`${origin}/metrics`)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer')
})

test('where they have their own address, the API has none', async () => {
  expect(await read(await start({ METRICS_LISTEN: `127.0.0.1:${await freePort()}` }))).toBe(404)
})

async function listenApart(token = '') {
  const address = { host: '127.0.0.1', port: await freePort() }
  let readings = 0
  const read = async () => `# HELP process_cpu_seconds_total read ${++readings} times\n`
  const listener = await listenForMetrics(address, { read, token })
  onTestFinished(() => listener.stop())
  return `http://127.0.0.1:${address.port}`
}

test('on their own address, nothing but them is served, and nothing but read', async () => {
  const apart = await listenApart()
  expect(await read(apart)).toBe(200)
  for (const path of ['/livez', '/v1/emails/validate?email=a@b.de', '/docs'])
    expect((await fetch(apart + path)).status).toBe(404)
  expect((await fetch(`${apart}/metrics`, { method: 'POST' })).status).toBe(405)
  const plain = await fetch(`${apart}/metrics`, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  const zipped = await fetch(`${apart}/metrics`, { headers: { 'accept-encoding': 'gzip' } })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
})

test('on their own address they can ask for the token, too', async () => {
  const apart = await listenApart(TOKEN)
  expect([await read(apart), await read(apart, TOKEN)]).toEqual([401, 200])
})

test('an address that is taken or malformed is named with its setting', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  onTestFinished(() => void blocker.close())
  const { port } = blocker.address() as { port: number }
  await expect(listenForMetrics({ host: '127.0.0.1', port }, { read: async () => '', token: '' })).rejects.toThrow(
    `Port ${port} is already in use. Stop the program that uses it, or set METRICS_LISTEN to another port.`,
  )
  for (const text of ['9464', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:99999', '[::g]:9464', 'a b:1'])
    expect(() => readConfig({ METRICS_LISTEN: text })).toThrow(/METRICS_LISTEN must be an IP address and a port/)
})
