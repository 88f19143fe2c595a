import { ConnectionError, readApiError } from './errors.ts'
import { withRetries } from './retry.ts'

/** The base of every operation. */
export type Connection = {
  baseUrl: string
  /** The credential: a token, or the mark that the browser's own cookie is used. */
  headers: Readonly<Record<string, string>>
  /** For calls of the API. Only a cookie needs it, and not every runtime knows the word. */
  callOptions: { credentials?: 'same-origin' }
  /** For signed links: they may lead to another host, so that no cookie goes along. */
  linkOptions: { credentials?: 'omit' }
  /** The address to use for a signed link. */
  reach(link: string): string
  fetch: typeof fetch
  /** Whether it is the runtime's fetch, and none that the caller gave. */
  ownFetch: boolean
  maxRetries: number
  timeoutMs: number
}

export type CallOptions = {
  /** Ends the call, its retries and its waiting. */
  signal?: AbortSignal | undefined
}

export type Call = CallOptions & {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | number | undefined>
  body?: unknown
  /** The body, where it is a mail. */
  mail?: Uint8Array | string
  /** The answer is no JSON. */
  isText?: boolean
  idempotencyKey?: string
}

/** Sends a call until it is answered, and reads the answer as JSON. */
export async function send<Answer>(connection: Connection, call: Call): Promise<Answer> {
  const url = urlOf(connection, call)
  const init = {
    method: call.method ?? 'GET',
    headers: headersOf(connection, call),
    // A redirect would carry the token to wherever it points.
    redirect: 'manual',
    ...connection.callOptions,
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    ...(call.mail !== undefined && { body: call.mail as string }),
  } as const
  return withRetries({ ...connection, signal: call.signal }, async () => {
    const { response, text } = await exchange(connection, url, init, call.signal)
    if (response.status === 204) return undefined as Answer
    if (response.ok && call.isText) return text as Answer
    const answer = response.ok ? parseObject(text) : undefined
    // Without one, some other server answered.
    if (answer === undefined) throw readApiError(response, text)
    return answer as Answer
  })
}

function parseObject(text: string): object | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' ? (value ?? undefined) : undefined
  } catch {
    return undefined
  }
}

/** One attempt, its body included: a connection can break before or after the headers. */
export async function exchange(
  { fetch, timeoutMs }: Pick<Connection, 'fetch' | 'timeoutMs'>,
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<{ response: Response; text: string }> {
  return connected(signal, async () => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    return { response, text: await response.text() }
  })
}

/** Tells a broken connection from the caller's own abort. */
export async function connected<Answer>(signal: AbortSignal | undefined, work: () => Promise<Answer>): Promise<Answer> {
  signal?.throwIfAborted()
  try {
    return await work()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new ConnectionError(`The connection to the service failed: ${reasonOf(cause)}`, { cause })
  }
}

/** fetch itself says little more than "fetch failed"; what happened is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

function urlOf({ baseUrl }: Connection, { path, query = {} }: Call): string {
  const url = new URL(baseUrl + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.href
}

function headersOf({ headers }: Connection, { body, mail, isText, idempotencyKey }: Call): Headers {
  return new Headers({
    accept: isText ? '*/*' : 'application/json',
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(mail !== undefined && { 'content-type': 'message/rfc822' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  })
}
