// Traces from a request over the chunks of its job to the outbox. Loaded only where there is a collector to send them to.
// A span holds ids, routes, states and counts; never an address, a token or a file name.
import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import { ownVersion } from '../version.ts'
import { type AttributeValue, createOtlpExporter, type EndedSpan } from './otlp.ts'

export type Span = {
  /** For the work that follows from it (W3C Trace Context). */
  readonly traceparent: string
  set(name: string, value: AttributeValue): void
  end(outcome?: { name?: string; isError?: boolean }): void
}

type SpanStart = {
  kind?: EndedSpan['kind']
  /** A traceparent, as it came; one that is malformed begins a new trace. */
  parent?: string | undefined
  attributes?: Record<string, AttributeValue>
}

export type Tracing = {
  start(name: string, options?: SpanStart): Span
  /** Sends what has ended. */
  stop(): Promise<void>
}

export type TracingOptions = {
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  role: string
  log: Log
  flushEveryMs?: number
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/
const SAMPLED = 1

export function createTracing({ endpoint, headers, serviceName, role, log, flushEveryMs }: TracingOptions): Tracing {
  const resource = {
    'service.name': serviceName,
    'service.version': ownVersion(),
    'service.instance.id': `${role}-${process.pid}`,
  }
  const exporter = createOtlpExporter({ endpoint, headers, resource, log, flushEveryMs })

  return {
    start(firstName, { kind = 'internal', parent, attributes = {} } = {}) {
      const [, traceId = randomBytes(16).toString('hex'), parentSpanId, flags = '01'] =
        TRACEPARENT.exec(parent ?? '') ?? []
      const spanId = randomBytes(8).toString('hex')
      const startNano = nowNano()
      const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED
      return {
        traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
        set(name, value) {
          attributes[name] = value
        },
        end({ name = firstName, isError = false } = {}) {
          if (!isSampled) return
          exporter.add({
            traceId,
            spanId,
            parentSpanId,
            name,
            kind,
            startNano,
            endNano: nowNano(),
            attributes,
            isError,
          })
        },
      }
    },
    stop: exporter.stop,
  }
}

const NANO_PER_MS = 1e6

/** By the clock of the day, finer than its milliseconds. */
function nowNano(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * BigInt(NANO_PER_MS / 1000)
}
