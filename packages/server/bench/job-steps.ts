// Where the time of a job goes, by the spans that the service itself sends.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './program.ts'

type Span = { traceId: string; name: string; startTimeUnixNano: string; endTimeUnixNano: string }
type Traces = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A job as its client saw it, in milliseconds of the clock of the day. */
export type SeenJob = { traceId: string; sentAt: number; acceptedAt: number; seenAt: number }

export type JobSteps = {
  /** For the setting OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  /** Medians of the steps, in words, and the steps of the slowest jobs. */
  describe(jobs: readonly SeenJob[]): Promise<string>
  close(): void
}

export function newTrace(): { traceId: string; traceparent: string } {
  const traceId = randomBytes(16).toString('hex')
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` }
}

export function clockMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Which of the steps is the whole. */
const TOTAL = 4
const SHOWN_SLOWEST = 3

function inWords(steps: readonly number[]): string {
  const [done, request, validated, seen, total] = steps.map((ms) => ms.toFixed(1))
  return `${total} ms: validated, stored and accepted after ${done} (the request itself ${request}, validating ${validated}), seen as completed ${seen} later`
}

const SUBMISSION = 'POST /v1/emails/bulk'
const VALIDATING = 'bulk.chunk'

export async function receiveJobSteps(): Promise<JobSteps> {
  const spans = new Map<string, { start: number; end: number }>()
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await textOf(request)) as Traces
    for (const span of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
      spans.set(`${span.name} ${span.traceId}`, {
        start: msOf(span.startTimeUnixNano),
        end: msOf(span.endTimeUnixNano),
      })
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function stepsOf({ traceId, sentAt, acceptedAt, seenAt }: SeenJob): Promise<number[]> {
    while (!spans.has(`${VALIDATING} ${traceId}`) || !spans.has(`${SUBMISSION} ${traceId}`)) await sleep(50)
    const submission = spans.get(`${SUBMISSION} ${traceId}`)!
    const validating = spans.get(`${VALIDATING} ${traceId}`)!
    return [
      acceptedAt - sentAt,
      submission.end - submission.start,
      validating.end - validating.start,
      seenAt - acceptedAt,
      seenAt - sentAt,
    ]
  }

  return {
    endpoint: `http://127.0.0.1:${port}`,
    async describe(jobs) {
      const all: number[][] = []
      for (const job of jobs) all.push(await stepsOf(job))
      const slowestFirst = all.toSorted((one, other) => other[TOTAL]! - one[TOTAL]!)
      const medians = all[0]!.map((_, step) =>
        percentile(
          all.map((steps) => steps[step]!),
          0.5,
        ),
      )
      const slowest = slowestFirst.slice(0, SHOWN_SLOWEST).map((steps) => `\n    slow: ${inWords(steps)}`)
      return `${inWords(medians)}${slowest.join('')}`
    },
    close: () => server.close(),
  }
}

function msOf(nano: string): number {
  return Number(BigInt(nano) / 1000n) / 1000
}

async function textOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8')
  let text = ''
  for await (const piece of request) text += piece
  return text
}
