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
/** Spans beyond this are dropped while the collector is slow or away: they must not fill the memory. */
const WAITING_MAX_COUNT = 4_096
const SEND_TIMEOUT_MS = 5_000
/** The end of the process waits no longer for the collector. */
const STOP_TIMEOUT_MS = 2_000
const COMPLAIN_EVERY_MS = 60_000

const KINDS = { internal: 1, server: 2, consumer: 5 } as const
const STATUS_ERROR = 2

export function createOtlpExporter(options: OtlpOptions): OtlpExporter {
  const { endpoint, headers, resource, log } = options
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const waiting: EndedSpan[] = []
  const ending = new AbortController()
  let sending: Promise<void> | undefined
  let lost = 0
  let complainedAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(flush, options.flushEveryMs ?? FLUSH_EVERY_MS).unref()

  /** One batch is under way at a time, so that spans of a slow collector wait where they are counted. */
  function flush(): void {
    if (waiting.length > 0) sending ??= sendAll()
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !ending.signal.aborted) await send(waiting.splice(0, BATCH_MAX_COUNT))
    sending = undefined
  }

  async function send(spans: readonly EndedSpan[]): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(spans, resource)),
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]),
      })
      await answer.arrayBuffer()
      if (!answer.ok) lose(spans.length, `status ${answer.status}`)
    } catch (error) {
      lose(spans.length, (error as Error).name)
    }
  }

  function lose(spans: number, reason: string): void {
    lost += spans
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = performance.now()
    log.warn({ spans: lost, reason }, 'traces dropped: export to OTEL_EXPORTER_OTLP_ENDPOINT failed')
    lost = 0
  }

  return {
    add(span) {
      if (waiting.length >= WAITING_MAX_COUNT) return lose(1, 'the collector is too slow')
      waiting.push(span)
      if (waiting.length >= BATCH_MAX_COUNT) flush()
    },
    async stop() {
      clearInterval(timer)
      flush()
      const late = setTimeout(() => ending.abort(), STOP_TIMEOUT_MS)
      await sending
      clearTimeout(late)
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
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: KINDS[kind],
    startTimeUnixNano: String(startNano),
    endTimeUnixNano: String(endNano),
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
