// Requests to the service: with retries, and with errors that say what to do.
import {
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestMethods,
  type IHttpRequestOptions,
  type IN8nHttpFullResponse,
  type IPollFunctions,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
  sleep,
} from 'n8n-workflow'

export const CREDENTIALS = 'mailsiftApi'
export type Context = IExecuteFunctions | IPollFunctions

export type Call = {
  method?: IHttpRequestMethods
  path: string
  query?: IDataObject
  body?: IDataObject
  idempotencyKey?: string
  maxRetries?: number
}

type Problem = { code: string; title: string; detail?: string; request_id?: string; errors?: { detail?: string }[] }
type Answer = { status: number; headers: IDataObject; body: unknown }
type Outcome = { answer: Answer } | { lost: Error }

const MAX_RETRIES = 2
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 60_000
/** A longer Retry-After is left to the workflow. */
const RETRY_AFTER_MAX_SECONDS = 60
const TIMEOUT_MS = 60_000
/** How long a cancelled execution may go on. */
const SLEEP_MS = 500
/** §8: the time limit of the PUT. */
const FILE_TIMEOUT_MS = 15 * 60_000

/** What a person can do about an error, where its own text does not say it. */
const HINTS: Readonly<Record<string, string>> = {
  unauthenticated: 'Create a token in the console under API tokens, and enter it in the Mailsift credentials.',
  write_permission_required: 'The token only reads. Create one with the permission to write.',
  scope_required: 'Create a token with the scope that this operation needs.',
  too_many_unfinished: 'An account can have three unfinished lists. Wait until one of them has finished.',
  too_many_uploads: 'Unfinished uploads expire after an hour. Discard them in the console to continue now.',
  quota_exceeded: 'The credits of the plan are used up.',
  idempotency_conflict: 'This idempotency key was used with other input. Use a new key for each input.',
}

/** Sends a request and returns the body of the response. */
export async function send<Body = IDataObject>(context: Context, call: Call): Promise<Body> {
  const origin = await originOf(context)
  const options: IHttpRequestOptions = {
    method: call.method ?? 'GET',
    url: origin + call.path,
    ...(call.query && { qs: call.query }),
    ...(call.body && { body: call.body }),
    ...(call.idempotencyKey && { headers: { 'Idempotency-Key': call.idempotencyKey } }),
    json: true,
    timeout: TIMEOUT_MS,
  }
  const { body } = await exchange(context, call.maxRetries ?? MAX_RETRIES, () =>
    context.helpers.httpRequestWithAuthentication.call(context, CREDENTIALS, readable(options)),
  )
  return body as Body
}

/** Sends a file to a signed link, which is its own authorization. */
export async function putFile(
  context: IExecuteFunctions,
  link: string,
  headers: IDataObject,
  file: Buffer,
): Promise<void> {
  const url = reach(await originOf(context), link)
  const options: IHttpRequestOptions = { method: 'PUT', url, headers, body: file, timeout: FILE_TIMEOUT_MS }
  // 412: an earlier attempt arrived, and only its response was lost. An upload never changes.
  await exchange(context, MAX_RETRIES, () => context.helpers.httpRequest(readable(options)), [412])
}

/** The file behind a signed link. */
export async function getFile(context: IExecuteFunctions, link: string): Promise<Buffer> {
  const url = reach(await originOf(context), link)
  const options: IHttpRequestOptions = { method: 'GET', url, encoding: 'arraybuffer', timeout: FILE_TIMEOUT_MS }
  const { body } = await exchange(context, MAX_RETRIES, () => context.helpers.httpRequest(readable(options)))
  return Buffer.from(body as Buffer)
}

/** Ends when the execution is cancelled. */
export async function pause(context: Context, ms: number): Promise<void> {
  const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (signal?.aborted) throw new NodeOperationError(context.getNode(), 'The execution was cancelled')
    await sleep(Math.min(SLEEP_MS, end - Date.now()))
  }
}

/** The links of the service have its public name, which n8n may not reach; the same file is at the Base URL. Links to other stores stay. */
function reach(origin: string, link: string): string {
  const at = link.indexOf('/v1/files/')
  return at < 0 ? link : origin + link.slice(at)
}

async function originOf(context: Context): Promise<string> {
  const { baseUrl } = await context.getCredentials(CREDENTIALS)
  let origin = String(baseUrl).trim()
  while (origin.endsWith('/')) origin = origin.slice(0, -1)
  return origin.endsWith('/v1') ? origin.slice(0, -'/v1'.length) : origin
}

/** The status decides here, so that a problem detail is not lost in an exception. */
const readable = (options: IHttpRequestOptions): IHttpRequestOptions => ({
  ...options,
  returnFullResponse: true,
  ignoreHttpStatusErrors: true,
})

async function exchange(
  context: Context,
  maxRetries: number,
  attempt: () => Promise<IN8nHttpFullResponse>,
  alsoFine: readonly number[] = [],
): Promise<Answer> {
  for (let retries = 0; ; retries++) {
    const outcome = await outcomeOf(attempt)
    if ('answer' in outcome) {
      const { status } = outcome.answer
      if ((status >= 200 && status < 300) || alsoFine.includes(status)) return outcome.answer
    }
    const delayMs = retries < maxRetries ? retryDelayMs(outcome, retries) : undefined
    if (delayMs === undefined) throw toNodeError(context, outcome)
    await pause(context, delayMs)
  }
}

async function outcomeOf(attempt: () => Promise<IN8nHttpFullResponse>): Promise<Outcome> {
  try {
    const { statusCode, headers, body } = await attempt()
    return { answer: { status: statusCode, headers, body } }
  } catch (error) {
    return { lost: error as Error }
  }
}

/** Of the conflicts (409) only one is temporary, and of the meanings of 429 only the rate limit: seconds do not free a slot. */
function retryDelayMs(outcome: Outcome, retries: number): number | undefined {
  const backOffMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** retries) * (0.5 + Math.random() / 2)
  if ('lost' in outcome) return backOffMs
  const { status, headers, body } = outcome.answer
  const code = problemIn(body)?.code
  const isTransient =
    code === 'idempotency_in_progress' ||
    (status === 429 ? code === 'rate_limited' || code === undefined : status === 408 || status >= 500)
  if (!isTransient) return undefined
  const requested = Number(headers['retry-after'] ?? 0)
  if (!(requested > 0)) return backOffMs
  return requested <= RETRY_AFTER_MAX_SECONDS ? requested * 1000 + backOffMs / 2 : undefined
}

function toNodeError(context: Context, outcome: Outcome): NodeApiError {
  const node = context.getNode()
  if ('lost' in outcome) {
    return new NodeApiError(node, { message: outcome.lost.message } as JsonObject, {
      message: 'Mailsift could not be reached',
      description: `${outcome.lost.message}. Check that Mailsift runs and that n8n can reach the Base URL of the credentials: in a container, 127.0.0.1 is the container itself.`,
    })
  }
  const { status, body } = outcome.answer
  const problem = problemIn(body)
  if (!problem) {
    return new NodeApiError(
      node,
      { message: `Status ${status}` },
      {
        message: `The response with status ${status} is not from Mailsift`,
        description: 'Check the Base URL of the credentials, https included, and the proxy before Mailsift.',
        httpCode: String(status),
      },
    )
  }
  const { code, title, detail, request_id, errors = [] } = problem
  const parts = [errors.map((each) => each.detail).join(' '), HINTS[code], `Code: ${code}.`, `Request: ${request_id}.`]
  const error = new NodeApiError(node, problem as unknown as JsonObject, {
    message: detail || title,
    description: parts.filter(Boolean).join(' '),
    httpCode: String(status),
  })
  error.context.code = code
  return error
}

/** Undefined for another server's page. */
function problemIn(body: unknown): Problem | undefined {
  const value = Buffer.isBuffer(body) || body instanceof ArrayBuffer ? parse(Buffer.from(body as Buffer)) : body
  const { code, title } = (value ?? {}) as Partial<Problem>
  return typeof code === 'string' && typeof title === 'string' ? (value as Problem) : undefined
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** The code of the problem detail that the error was made from. */
export const codeOf = (error: unknown): unknown => (error instanceof NodeApiError ? error.context.code : undefined)
