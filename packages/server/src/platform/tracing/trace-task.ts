import { withinTrace } from './current.ts'
import type { Tracing } from './tracing.ts'

/** Fields of a payload that a span may contain. */
const SHOWN = ['chunkId', 'groupId', 'listener'] as const

type TracedPayload = { trace?: string } & { [Name in (typeof SHOWN)[number]]?: string }

/** Runs a task as part of the trace that its payload names, if it names one. */
export async function traceTask<Result>(
  tracing: Tracing | undefined,
  name: string,
  payload: unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  const known = (payload ?? {}) as TracedPayload
  if (!tracing) return work()
  const span = tracing.start(name, { kind: 'consumer', parent: known.trace })
  for (const key of SHOWN) if (known[key]) span.set(`mailsift.${key}`, known[key])
  try {
    const result = await withinTrace(span.traceparent, work)
    span.end()
    return result
  } catch (error) {
    span.set('error.type', (error as Error)?.name ?? 'unknown')
    span.end({ isError: true })
    throw error
  }
}
