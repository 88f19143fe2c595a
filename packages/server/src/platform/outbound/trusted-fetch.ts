import { refuseInTransaction } from '../database/open-transaction.ts'

/** As `fetch`, but within a time and a size. */
export type TrustedFetch = (url: string, options?: RequestInit) => Promise<Response>

const TOTAL_MS = 10_000
const MAX_BODY_BYTES = 1024 * 1024
/** RFC 9110: responses with these statuses have no body. */
const BODILESS = [204, 205, 304]

/**
 * For hosts that the operator has configured, such as an identity provider. Unlike guarded-fetch.ts it reaches private addresses and all
 * ports, because such hosts are often in the same network; that is safe because no visitor chooses the URL. No redirect is followed.
 */
export function createTrustedFetch({ userAgent = 'Mailsift/1' } = {}): TrustedFetch {
  return async (url, { headers, signal, ...options } = {}) => {
    refuseInTransaction('fetch')
    const sent = new Headers(headers)
    sent.set('user-agent', userAgent)
    const signals = [AbortSignal.timeout(TOTAL_MS), ...(signal ? [signal] : [])]
    const response = await fetch(url, {
      ...options,
      headers: sent,
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    })
    const body = await readBody(response)
    const { status, statusText } = response
    return new Response(BODILESS.includes(status) ? null : body, { status, statusText, headers: response.headers })
  }
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw new TypeError('the response is too large')
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks, size))
}
