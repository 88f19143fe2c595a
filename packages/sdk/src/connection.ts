import { ConnectionError, readApiError } from './errors.ts'
import { withRetries } from './retry.ts'

/** The base of every operation. */
export type Connection = {
  baseUrl: string
  /** The credential: a token, or a marker for the browser's cookie. */
  headers: Readonly<Record<string, string>>
  /** For API calls. Only a cookie needs it, and not every runtime supports the option. */
  callOptions: { credentials?: 'same-origin' }
  /** For signed links: they may point to another host, so no cookie is sent. */
  linkOptions: { credentials?: 'omit' }
  /** The URL to use for a signed link. */
  reach(link: string): string
  fetch: typeof fetch
  /** Whether it is the runtime's fetch and not the caller's. */
  ownFetch: boolean
  maxRetries: number
  timeoutMs: number
}

export type CallOptions = {
  /** Aborts the call, its retries and its waiting. */
  signal?: AbortSignal | undefined
}

export type Call = CallOptions & {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | number | undefined>
  body?: unknown
  /** The body, if it is an email. */
  mail?: Uint8Array | string
  /** The response is not JSON. */
  isText?: boolean
  idempotencyKey?: string
}

/** Sends a call, with retries, and parses the response as JSON. */
export async function send<Answer>(connection: Connection, call: Call): Promise<Answer> {
  const url = urlOf(connection, call)
  const init = {
    method: call.method ?? 'GET',
    headers: headersOf(connection, call),
    // A redirect would send the token wherever it points.
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
    // Without one, the response came from another server.
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

/** One attempt, including the body: a connection can break before or after the headers. */
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

/** Distinguishes a broken connection from the caller's abort. */
export async function connected<Answer>(signal: AbortSignal | undefined, work: () => Promise<Answer>): Promise<Answer> {
  signal?.throwIfAborted()
  try {
    return await work()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new ConnectionError(`The connection to the service failed: ${reasonOf(cause)}`, { cause })
  }
}

/** fetch itself only says "fetch failed"; the details are in the cause. */
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
