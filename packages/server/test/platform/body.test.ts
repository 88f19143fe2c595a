import { once } from 'node:events'
import { createServer, type ServerResponse, request as send } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readOn } from '../../src/platform/http/limits/linger.ts'
import { AppError } from '../../src/platform/http/problem.ts'
import { createHttp, type Http } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { silentLog } from '../support/database.ts'

const LIMIT = 1024 * 1024
const LARGE = 10 * 1024 * 1024
/** Node reads 64 kB from a socket at once, and up to 32 times that in one turn of the event loop. */
const FEW_READS_BYTES = 4 * 64 * 1024

let http: Http
let port: number
let mostAtOnce = 0
let atOnce = 0
let closed = 0
beforeAll(async () => {
  http = createHttp({
    log: silentLog,
    metrics: createMetrics(),
    docsUrl: '',
    trustProxy: false,
    https: false,
    bodyPace: { bytes: 1024, periodMs: 500 },
  })
  const open = { config: { access: 'public' as const }, bodyLimit: LIMIT }
  const body = Type.Object({ text: Type.String() }, { additionalProperties: false })
  http.post('/echo', { ...open, schema: { body } }, async (request) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    await new Promise(setImmediate)
    atOnce--
    return { length: request.body.text.length }
  })
  const refusing = (code: 'unauthenticated' | 'write_permission_required') => ({
    ...open,
    onRequest: async () => {
      throw new AppError(code, 'No.')
    },
  })
  const afterClose = async (_request: unknown, reply: { raw: ServerResponse }) => {
    await once(reply.raw, 'close')
    closed++
  }
  http.post('/left', { ...open, onRequest: afterClose }, () => 'never')
  http.post('/401', refusing('unauthenticated'), () => 'never')
  http.post('/403', refusing('write_permission_required'), () => 'never')
  await http.listen({ host: '127.0.0.1', port: 0 })
  port = (http.server.address() as { port: number }).port
})
afterAll(() => http.close())

const CASES = [
  ['/401', 401],
  ['/403', 403],
  ['/echo', 413],
] as const

describe('a refusal reaches a client that is still sending a large body', () => {
  test.each(
    CASES.flatMap(([path, status]) =>
      [{ agent: undefined }, { agent: false as const }].flatMap((agent) =>
        ['length', 'chunked'].map((form) => [path, status, form, agent] as const),
      ),
    ),
  )("Node's client, POST %s: %d, body by %s, %j", async (path, status, form, agent) => {
    const headers = { 'content-type': 'application/json', ...(form === 'length' && { 'content-length': LARGE }) }
    const answered = new Promise<number>((resolve, reject) => {
      const request = send({ port, path, method: 'POST', headers, ...agent }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!))
      })
      request.on('error', reject)
      for (let sent = 0; sent < LARGE; sent += LARGE / 10) request.write(Buffer.alloc(LARGE / 10, 0x20))
      request.end()
    })
    expect(await answered).toBe(status)
  })

  test('and the connection serves the next request', async () => {
    const next = 'GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    const head = `POST /401 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${LARGE}\r\n\r\n`
    expect(await statusesOf([head, Buffer.alloc(LARGE), next])).toEqual([401, 404])
  })

  test('and a turn of the event loop reads little of the rest of the body', async () => {
    const accepted = once(http.server, 'connection') as Promise<[Socket]>
    const client = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void client.destroy())
    client.resume()
    const [socket] = await accepted
    const steps: number[] = []
    let [before, isOver] = [0, false]
    const look = () => {
      steps.push(socket.bytesRead - before)
      before = socket.bytesRead
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    const head = `POST /401 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${LARGE}\r\n\r\n`
    client.write(head)
    client.write(Buffer.alloc(LARGE))
    await expect.poll(() => socket.bytesRead).toBe(head.length + LARGE)
    isOver = true
    expect(Math.max(...steps)).toBeLessThanOrEqual(FEW_READS_BYTES)
  })

  test('but what never ends is not read for ever', async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    socket.resume().write('POST /401 HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    const piece = Buffer.from(`100000\r\n${'x'.repeat(0x100000)}\r\n`)
    let sent = 0
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const sendOn = () => {
      while (!socket.destroyed && socket.write(piece)) sent += piece.length
      if (!socket.destroyed) socket.once('drain', sendOn)
    }
    sendOn()
    await closed
    expect(sent).toBeGreaterThan(LARGE)
  })
})

test('a connection that is to close does so also when the body came before the answer was out', async () => {
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    response.shouldKeepAlive = false
    readOn(request, response)
    request.once('close', () => response.end('late'))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n')
  setImmediate(() => socket.write('body'))
  expect(await text(socket)).toMatch(/late$/)
})

describe('a body that arrives slower than the minimum rate gets 408', () => {
  const begin = (): [Socket, Promise<Buffer[]>] => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${LIMIT}\r\n\r\n`)
    return [socket, once(socket, 'data') as Promise<Buffer[]>]
  }
  const refusal = /^HTTP\/1.1 408 .*"code":"request_timeout"/s

  test('when it stops', async () => {
    const [socket, answer] = begin()
    socket.write('{')
    expect(String(await answer)).toMatch(refusal)
  })

  test('when it is nearly complete, and stops', async () => {
    const [socket, answer] = begin()
    socket.write(Buffer.alloc(LIMIT - 1, ' '))
    expect(String(await answer)).toMatch(refusal)
  })

  test('and its slot goes to the next', async () => {
    const refused = Array.from({ length: 5 }, () => begin()[1])
    expect((await Promise.all(refused)).map(String)).toEqual(refused.map(() => expect.stringMatching(refusal)))
  })
})

describe('Expect', () => {
  const withExpect = (path: string, expectation: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: ${expectation}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

  test('100-continue is requested the body, once it is wanted', async () => {
    const body = '{"text":"x"}'
    expect(await statusesOf([withExpect('/echo', '100-continue', body.length), body])).toEqual([100, 200])
  })

  test('100-continue is refused without the body where it is not wanted', async () => {
    expect(await statusesOf([withExpect('/401', '100-continue', LARGE)])).toEqual([401])
    expect(await statusesOf([withExpect('/echo', '100-continue', LARGE)])).toEqual([413])
  })

  test('anything else is 417, with a problem', async () => {
    const body = '{"text":"x"}'
    const answer = await textOf([withExpect('/echo', 'a-miracle', body.length), body])
    expect(answer).toMatch(/^HTTP\/1.1 417 .*application\/problem\+json.*"code":"expectation_failed"/s)
  })
})

test('a client that left while its credential was checked takes no slot', async () => {
  const left = 5
  for (let n = 1; n <= left; n++) {
    const socket = connect(port, '127.0.0.1')
    socket.end(
      `POST /left HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${LIMIT / 2}\r\n\r\n`,
    )
    socket.destroySoon()
    await expect.poll(() => closed).toBe(n)
  }
  const text = 'x'.repeat(LIMIT / 2)
  const answer = await fetch(`http://127.0.0.1:${port}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  expect(await answer.json()).toEqual({ length: text.length })
})

test('of many large bodies few are in memory at a time, and all are answered', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(200_000) })
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return answer.json()
  }
  const answers = await Promise.all(Array.from({ length: 30 }, ask))
  expect(answers).toEqual(answers.map(() => ({ length: 200_000 })))
  expect(mostAtOnce).toBeLessThanOrEqual(2)
})

async function textOf(parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  for (const part of parts) socket.write(part)
  let text = ''
  for await (const piece of socket.setEncoding('latin1')) text += piece
  return text
}

async function statusesOf(parts: readonly (string | Buffer)[]): Promise<number[]> {
  return [...(await textOf(parts)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
}
