// Traces as a collector receives them, from a request over the chunk of its job to the outbox.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { createOtlpExporter, type EndedSpan } from '../../src/platform/tracing/otlp.ts'
import { startService } from '../bulk/service.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status?: { code: number }
}
type Sent = {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
}

/** A collector: takes what is sent to it, and keeps it. */
async function startCollector({ answer = async () => 200 }: { answer?: () => Promise<number> } = {}) {
  const received: Sent[] = []
  const headers: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    headers.push(request.headers['x-collector-key'] as string | undefined)
    if (request.url === '/otlp/v1/traces') received.push((await json(request)) as Sent)
    response.writeHead(await answer()).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as { port: number }
  const spans = () =>
    received.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
  return { endpoint: `http://127.0.0.1:${port}/otlp`, received, headers, spans }
}

const TRACE = '0123456789abcdef0123456789abcdef'
const PARENT = '0011223344556677'

test('a request, the chunk of its job and what the outbox tells are one trace, without an address in any span', async () => {
  const { endpoint, received, headers, spans } = await startCollector()
  const service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
    OTEL_SERVICE_NAME: 'our mailsift',
  })
  let isStopped = false
  onTestFinished(async () => {
    if (!isStopped) await service.stop()
  })
  const caller = await service.newCaller()
  await service.request(caller, '/emails/validate?email=jane.doe@contoso.com', {
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  })
  await service.run(caller, ['john.roe@contoso.com', 'no address'])
  const named = (name: string) => spans().filter((span) => span.name === name)
  await expect.poll(() => named('outbox usage').length).toBeGreaterThanOrEqual(2)
  await service.stop()
  isStopped = true

  const [single] = named('GET /v1/emails/validate')
  expect(single).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2 })
  expect(named('outbox usage').find(({ traceId }) => traceId === TRACE)?.parentSpanId).toBe(single!.spanId)

  const [submitted] = named('POST /v1/emails/bulk')
  const chunk = named('bulk.chunk').find(({ traceId }) => traceId === submitted!.traceId)
  expect(chunk).toMatchObject({ parentSpanId: submitted!.spanId, kind: 5 })
  const told = named('outbox usage').find(({ traceId }) => traceId === submitted!.traceId)
  expect(told?.parentSpanId).toBe(chunk!.spanId)
  for (const { startTimeUnixNano, endTimeUnixNano } of spans())
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))

  expect(received[0]!.resourceSpans[0]!.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'our mailsift' },
  })
  expect(new Set(headers)).toEqual(new Set(['a key']))
  const text = JSON.stringify(received)
  for (const secret of ['@', 'contoso', 'jane', caller.token]) expect(text).not.toContain(secret)
})

test('a trace that its caller does not want kept is not sent, nor is what follows from it', async () => {
  const { endpoint, spans } = await startCollector()
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, { worker: false })
  const caller = await service.newCaller()
  const headers = { traceparent: `00-${TRACE}-${PARENT}-00` }
  await service.request(caller, '/emails/validate?email=jane.doe@contoso.com', { headers })
  await service.request(caller, '/emails/validate?email=nothing')
  await service.stop()
  expect(spans().map(({ name, traceId }) => [name, traceId === TRACE])).toEqual([['GET /v1/emails/validate', false]])
})

test('a collector that is away costs its traces and nothing else', async () => {
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, { worker: false })
  const caller = await service.newCaller()
  expect((await service.request(caller, '/emails/validate?email=jane.doe@contoso.com')).status).toBe(200)
  await service.stop()
})

const SPAN: EndedSpan = {
  traceId: TRACE,
  spanId: PARENT,
  parentSpanId: undefined,
  name: 'a span',
  kind: 'internal',
  attributes: {},
  startNano: 1n,
  endNano: 2n,
  isError: false,
}

function exporterTo(endpoint: string) {
  const lines: { spans: number; reason: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const exporter = createOtlpExporter({ endpoint, headers: {}, resource: {}, log })
  const addMany = (count: number) => {
    for (let n = 0; n < count; n++) exporter.add(SPAN)
  }
  return { exporter, lines, addMany }
}

test('a slow collector gets what may wait, and the rest is dropped and told of: memory stays bounded', async () => {
  const held = Promise.withResolvers<number>()
  const { endpoint, spans, received } = await startCollector({ answer: () => held.promise })
  const { exporter, addMany, lines } = exporterTo(endpoint)
  addMany(512)
  await expect.poll(() => received.length).toBe(1)
  addMany(100_000)
  held.resolve(200)
  await expect.poll(() => spans().length).toBe(512 + 4_096)
  await exporter.stop()
  expect(spans()).toHaveLength(512 + 4_096)
  expect(lines.map(({ reason }) => reason)).toEqual(['the collector is too slow'])
})

test('the end waits for no collector that never answers', async () => {
  const { endpoint, received } = await startCollector({ answer: () => new Promise(() => undefined) })
  const { exporter, addMany } = exporterTo(endpoint)
  addMany(100_000)
  await exporter.stop()
  expect(received.length).toBeLessThanOrEqual(1)
})

test('a collector that refuses is told of once, with its status', async () => {
  const { endpoint } = await startCollector({ answer: async () => 503 })
  const { exporter, addMany, lines } = exporterTo(endpoint)
  addMany(2_000)
  await exporter.stop()
  expect(lines).toMatchObject([{ spans: 512, reason: 'status 503' }])
})

test('headers for the collector that cannot be sent are refused at the start', () => {
  for (const text of ['nothing', '=x', 'a b=c', 'a=%', 'a=ü'])
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: text })).toThrow(
      /OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs/,
    )
})
