// Traces as a collector receives them, from a request over the chunk of its job to the outbox.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
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
async function startCollector() {
  const received: Sent[] = []
  const headers: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    headers.push(request.headers['x-collector-key'] as string | undefined)
    if (request.url === '/otlp/v1/traces') received.push((await json(request)) as Sent)
    response.end('{}')
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
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key' },
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

test('headers for the collector that cannot be sent are refused at the start', () => {
  for (const text of ['nothing', '=x', 'a b=c', 'a=%', 'a=ü'])
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: text })).toThrow(/OTEL_EXPORTER_OTLP_HEADERS must be pairs/)
})
