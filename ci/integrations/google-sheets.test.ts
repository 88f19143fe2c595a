import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Service, startService } from '../../packages/server/test/bulk/service.ts'
import { type Cell, runScript } from './apps-script.ts'

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service.stop())

const access = async () => ({ server: service.origin, token: (await service.newCaller()).readToken })
const column = (...addresses: Cell[]) => addresses.map((address) => [address])

test('the menu has its commands when a spreadsheet is opened', async () => {
  const { menu } = await runScript('onOpen', { cells: [] })
  expect(menu).toEqual(['Validate the selected column', 'Set server and token…', 'Remove server and token'])
})

test('verdicts are written beside the addresses, and nothing is overwritten', async () => {
  const cells = [
    ['Name', 'Email', 'City'],
    ['Ada', 'ada.lovelace@contoso.com', 'London'],
    ['Bob', 'bob.lee@gmial.com', 'Oslo'],
    ['', '', 'nowhere'],
    ['Desk', 'info@contoso.com', 'Rome'],
    ['None', 'nobody', 'Bonn'],
    ['Ada again', 'ada.lovelace@contoso.com', 'Paris'],
  ]
  const properties = await access()
  const seen = await runScript('validateSelectedColumn', {
    cells,
    selection: { row: 1, column: 2, rows: 1_000 },
    properties,
  })
  expect(seen.alerts).toEqual(['This uses up to 4 credits. Continue?'])
  expect(seen.cells[0]).toEqual(['Name', 'Email', 'Verdict', 'Reason', 'Suggestion', 'City'])
  expect(seen.cells[1]).toEqual(['Ada', 'ada.lovelace@contoso.com', 'safe', '', '', 'London'])
  expect(seen.cells[2]).toMatchObject({ 2: 'unsafe', 4: 'bob.lee@gmail.com', 5: 'Oslo' })
  expect(seen.cells[3]).toEqual(['', '', '', '', '', 'nowhere'])
  expect(seen.cells[4]![2]).toBe('unsafe')
  expect(seen.cells[5]!.slice(2, 5)).toEqual(['malformed', expect.stringContaining('@'), ''])
  expect(seen.cells[6]![2]).toBe('safe')
  expect(seen.toasts.at(-1)).toBe('Validated 4 addresses: 1 safe, 2 unsafe, 1 malformed.')

  const again = await runScript('validateSelectedColumn', {
    cells: seen.cells,
    selection: { row: 1, column: 2, rows: 1_000 },
    properties,
  })
  expect(again.alerts).toEqual([expect.stringContaining('Every address in the selection has a verdict.')])
  expect(again.cells).toEqual(seen.cells)
})

test('a person who declines the price sends and changes nothing', async () => {
  const cells = column('Email', 'ada.lovelace@contoso.com')
  const seen = await runScript('validateSelectedColumn', {
    cells,
    selection: { row: 1, column: 1, rows: 2 },
    properties: await access(),
    declines: true,
  })
  expect(seen.cells).toEqual(cells)
})

test.each([
  ['without a server', column('Email', 'a@contoso.com'), {}, 1, 'First choose Mailsift → Set server and token….'],
  ['of two columns', column('Email', 'a@contoso.com'), undefined, 2, 'Select the one column with the addresses.'],
  ['without titles', column('a@contoso.com'), undefined, 1, 'Row 1 contains an address.'],
  ['of no rows', column('Email'), undefined, 1, 'The selection contains no addresses.'],
])('a selection %s is refused with the next step', async (_name, cells, properties, columns, expected) => {
  const seen = await runScript('validateSelectedColumn', {
    cells,
    selection: { row: 1, column: 1, rows: 10, columns },
    properties: properties ?? (await access()),
  })
  expect(seen.alerts).toEqual([expect.stringContaining(expected)])
})

test('a refused token stops the run and says why', async () => {
  const seen = await runScript('validateSelectedColumn', {
    cells: column('Email', 'ada.lovelace@contoso.com'),
    selection: { row: 1, column: 1, rows: 2 },
    properties: { server: service.origin, token: 'ms_r_wrong' },
  })
  expect(seen.alerts[1]).toMatch(/^Mailsift refused the request \(401\): /)
  expect(seen.cells[1]![1]).toBe('')
})

test('a request that the server refuses for another reason than the address makes no address malformed', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify({ code: 'invalid_request', detail: 'No policy is named newsletter.' }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise((resolve) => server.once('listening', resolve))
  const seen = await runScript('validateSelectedColumn', {
    cells: column('Email', 'ada.lovelace@contoso.com'),
    selection: { row: 1, column: 1, rows: 2 },
    properties: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'ms_r_any' },
  })
  expect(seen.alerts[1]).toBe('Mailsift refused the request (400): No policy is named newsletter.')
  expect(seen.cells[1]![1]).toBe('')
})

test('a busy server is given the time it names, and a repeated request is billed once', async () => {
  const keys: unknown[] = []
  const { token, accountId } = await service.newCaller()
  const proxy = createServer(async (request, response) => {
    const key = request.headers['idempotency-key']
    const headers = { 'service-email-api-token': token, 'idempotency-key': String(key) }
    const passed = await fetch(service.origin + request.url, { headers })
    keys.push(key)
    // The first response is lost after the server has billed it.
    if (keys.length === 1) return response.writeHead(503, { 'retry-after': '7' }).end()
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close().closeAllConnections())
  await new Promise((resolve) => proxy.once('listening', resolve))
  const seen = await runScript('validateSelectedColumn', {
    cells: column('Email', 'ada.lovelace@contoso.com'),
    selection: { row: 1, column: 1, rows: 2 },
    properties: { server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, token },
  })
  expect(seen.sleptMs).toEqual([7_000])
  expect(seen.cells[1]![1]).toBe('safe')
  expect(new Set(keys).size).toBe(1)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM outbox_events WHERE account_id = ${accountId}`.execute(service.db)
  expect(rows[0]!.count).toBe(1)
})

test('an address that could not be checked is unknown, never unsafe, and is tried again by the next run', async () => {
  const cells = column('Email', 'ada.lovelace@contoso.com')
  const selection = { row: 1, column: 1, rows: 2 }
  const seen = await runScript('validateSelectedColumn', {
    cells,
    selection,
    properties: { server: 'http://127.0.0.1:9', token: 'ms_r_any' },
  })
  expect(seen.cells[1]!.slice(1)).toEqual(['unknown', 'The server cannot be reached.', ''])
  const again = await runScript('validateSelectedColumn', { cells: seen.cells, selection, properties: await access() })
  expect(again.cells[1]).toEqual(['ada.lovelace@contoso.com', 'safe', '', ''])
})

test('a run ends before the time limit of Google and the next one continues it', async () => {
  const cells = column('Email', ...Array.from({ length: 120 }, (_, at) => `ada.lovelace${at}@contoso.com`))
  const selection = { row: 1, column: 1, rows: 121 }
  const properties = await access()
  const first = await runScript('validateSelectedColumn', { cells, selection, properties, clockStepMs: 200_000 })
  expect(first.toasts.at(-1)).toContain('Time is up: choose the command again for the other 70.')
  expect(first.cells.filter(([, verdict]) => verdict === 'safe')).toHaveLength(50)
  const second = await runScript('validateSelectedColumn', { cells: first.cells, selection, properties })
  expect(second.alerts).toEqual(['This uses up to 70 credits. Continue?'])
  expect(second.cells.filter(([, verdict]) => verdict === 'safe')).toHaveLength(120)
})

test('text from the service never runs as a formula', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ tier: 'risky', reasons: [{ sentence: '+1' }], suggestion: '=cmd@contoso.com' }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise((resolve) => server.once('listening', resolve))
  const seen = await runScript('validateSelectedColumn', {
    cells: column('Email', '=cmd@contosoo.com'),
    selection: { row: 1, column: 1, rows: 2 },
    properties: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'ms_r_any' },
  })
  expect(seen.cells[1]).toEqual(['=cmd@contosoo.com', 'risky', '+1', '=cmd@contoso.com'])
})

test('the token is stored for the person, refused for a server without TLS, and removed again', async () => {
  const set = await runScript('setAccess', { cells: [], entered: ['https://mail.contoso.com/', 'ms_r_any'] })
  expect(set.properties).toEqual({ server: 'https://mail.contoso.com', token: 'ms_r_any' })
  const refused = await runScript('setAccess', { cells: [], entered: ['http://mail.contoso.com', 'ms_r_any'] })
  expect(refused).toMatchObject({ properties: {}, alerts: [expect.stringContaining('https://')] })
  expect((await runScript('removeAccess', { cells: [], properties: { token: 'ms_r_any' } })).properties).toEqual({})
})
