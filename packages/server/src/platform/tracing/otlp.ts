// Sends spans as OTLP over HTTP, in its JSON encoding (opentelemetry.io/docs/specs/otlp).
import type { Log } from '../log.ts'

export type AttributeValue = string | number | boolean

export type EndedSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: 'internal' | 'server' | 'consumer'
  startNano: bigint
  endNano: bigint
  attributes: Readonly<Record<string, AttributeValue>>
  isError: boolean
}

export type OtlpOptions = {
  /** The collector's address; spans go to `/v1/traces` below it. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  resource: Readonly<Record<string, AttributeValue>>
  log: Log
  flushEveryMs?: number
}

export type OtlpExporter = { add(span: EndedSpan): void; stop(): Promise<void> }

const FLUSH_EVERY_MS = 2_000
const BATCH_MAX_COUNT = 512
/** Spans beyond this are dropped while the collector is away: they must not fill the memory. */
const WAITING_MAX_COUNT = 4_096
const SEND_TIMEOUT_MS = 5_000
const COMPLAIN_EVERY_MS = 60_000

const KINDS = { internal: 1, server: 2, consumer: 5 } as const
const STATUS_ERROR = 2

export function createOtlpExporter(options: OtlpOptions): OtlpExporter {
  const { endpoint, headers, resource, log } = options
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  let waiting: EndedSpan[] = []
  let sending: Promise<void> = Promise.resolve()
  let complainedAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(flush, options.flushEveryMs ?? FLUSH_EVERY_MS).unref()

  function flush(): void {
    if (waiting.length === 0) return
    const spans = waiting
    waiting = []
    sending = sending.then(() => send(spans))
  }

  async function send(spans: readonly EndedSpan[]): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(spans, resource)),
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      })
      await answer.arrayBuffer()
      if (!answer.ok) complain(spans.length, `status ${answer.status}`)
    } catch (error) {
      complain(spans.length, (error as Error).name)
    }
  }

  function complain(spans: number, reason: string): void {
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = performance.now()
    log.warn({ spans, reason }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT and are lost')
  }

  return {
    add(span) {
      if (waiting.length >= WAITING_MAX_COUNT) return
      waiting.push(span)
      if (waiting.length >= BATCH_MAX_COUNT) flush()
    },
    async stop() {
      clearInterval(timer)
      flush()
      await sending
    },
  }
}

function requestOf(spans: readonly EndedSpan[], resource: OtlpOptions['resource']) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'mailsift' }, spans: spans.map(spanOf) }],
      },
    ],
  }
}

function spanOf({ traceId, spanId, parentSpanId, name, kind, startNano, endNano, attributes, isError }: EndedSpan) {
  return {
    ...{ traceId, spanId, parentSpanId, name, kind: KINDS[kind] },
    ...{ startTimeUnixNano: String(startNano), endTimeUnixNano: String(endNano) },
    attributes: attributesOf(attributes),
    ...(isError && { status: { code: STATUS_ERROR } }),
  }
}

function attributesOf(values: Readonly<Record<string, AttributeValue>>) {
  return Object.entries(values).map(([key, value]) => ({ key, value: encode(value) }))
}

function encode(value: AttributeValue) {
  if (typeof value === 'string') return { stringValue: value }
  return typeof value === 'number' ? { intValue: String(Math.round(value)) } : { boolValue: value }
}
