import { type Connection, connected, exchange } from './connection.ts'

export type UploadProgress = { sentBytes: number; totalBytes: number }

type Put = {
  url: string
  headers: Record<string, string>
  blob: Blob
  timeoutMs: number
  signal: AbortSignal | undefined
  onUploadProgress?: ((progress: UploadProgress) => void) | undefined
}

/**
 * One attempt to send a file to a signed link, which is its own authorization: no token is sent, and no cookie to other
 * hosts.
 */
export async function putFile(connection: Connection, put: Put): Promise<{ response: Response; text: string }> {
  const { url, headers, blob, timeoutMs, signal, onUploadProgress } = put
  const { XMLHttpRequest: Request } = globalThis as unknown as { XMLHttpRequest?: new () => XhrLike }
  if (onUploadProgress && connection.ownFetch && Request) return putAndTell(new Request(), put)
  onUploadProgress?.({ sentBytes: 0, totalBytes: blob.size })
  const init = { method: 'PUT', headers, body: blob, ...connection.linkOptions }
  const answer = await exchange({ ...connection, timeoutMs }, url, init, signal)
  onUploadProgress?.({ sentBytes: blob.size, totalBytes: blob.size })
  return answer
}

/** fetch reports no progress, and browsers send no length for a stream; XMLHttpRequest supports both. */
function putAndTell(request: XhrLike, { url, headers, blob, timeoutMs, signal, onUploadProgress }: Put) {
  return connected(signal, () => {
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort, { once: true })
    const answered = new Promise<{ response: Response; text: string }>((resolve, reject) => {
      request.open('PUT', url)
      request.timeout = timeoutMs
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded }) => onUploadProgress?.({ sentBytes: loaded, totalBytes: blob.size })
      request.onload = () => resolve({ response: responseOf(request), text: request.responseText })
      request.onerror = () => reject(new Error('the upload broke off'))
      request.ontimeout = () => reject(new Error(`the upload took longer than ${timeoutMs / 1000} seconds`))
      request.onabort = () => reject(signal?.reason)
      request.send(blob)
    })
    return answered.finally(() => signal?.removeEventListener('abort', abort))
  })
}

function responseOf(request: XhrLike): Response {
  const headers = new Headers()
  for (const name of ['request-id', 'retry-after']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(null, { status: request.status, headers })
}

/** The part of the browser's type that is used here: this package does not load browser types. */
type XhrLike = {
  timeout: number
  readonly status: number
  readonly responseText: string
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  ontimeout: (() => void) | null
  onabort: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getResponseHeader(name: string): string | null
  send(body: Blob): void
  abort(): void
}
