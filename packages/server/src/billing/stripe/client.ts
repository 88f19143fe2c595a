// Requests to the Stripe API: forms in, JSON out, one version of it. The official package would be the largest dependency of the service for
// seven requests.
import { LoggableError } from '../../platform/error-facts.ts'
import { createTrustedFetch } from '../../platform/outbound/trusted-fetch.ts'

const VERSION = '2025-03-31.basil'

export type StripeClient = {
  get<T>(path: string, query?: Form): Promise<T>
  /** Stripe gives a repeated request with the same key the answer of the first, for at least a day. */
  post<T>(path: string, form: Form, idempotencyKey?: string): Promise<T>
}

type Form = Readonly<Record<string, string | number>>

/** `status` is undefined if there was no answer: whether the request had an effect is not known then, nor is it after a 5xx. */
export class StripeError extends LoggableError {
  readonly status: number | undefined

  constructor(status: number | undefined, code: string) {
    super(status === undefined ? `Stripe did not answer (${code}).` : `Stripe answered ${status} (${code}).`)
    this.status = status
  }

  get isRefusal(): boolean {
    return (
      this.status !== undefined && this.status >= 400 && this.status < 500 && this.status !== 429 && this.status !== 409
    )
  }
}

export function createStripeClient({ url, secretKey }: { url: string; secretKey: string }): StripeClient {
  const fetch = createTrustedFetch()

  async function send<T>(method: 'GET' | 'POST', path: string, form: Form, more: Record<string, string>): Promise<T> {
    const encoded = new URLSearchParams(
      Object.entries(form).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    const target = new URL(path, url)
    if (method === 'GET') target.search = encoded
    const answer = await fetch(target.href, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'stripe-version': VERSION,
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...more,
      },
      ...(method === 'POST' && { body: encoded }),
    }).catch((error: unknown) => {
      throw new StripeError(undefined, (error as Error).name)
    })
    const body = (await answer.json().catch(() => ({}))) as { error?: { code?: string; type?: string } }
    if (answer.status === 200) return body as T
    throw new StripeError(answer.status, body.error?.code ?? body.error?.type ?? 'unknown')
  }

  return {
    get: (path, query = {}) => send('GET', path, query, {}),
    post: (path, form, key) => send('POST', path, form, key === undefined ? {} : { 'idempotency-key': key }),
  }
}
