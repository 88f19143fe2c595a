import type { Download } from '@mailsift/contract'
import { type CallOptions, type Connection, connected, send } from './connection.ts'
import { readApiError } from './errors.ts'
import { retryDelayMs } from './retry.ts'
import { sleep } from './sleep.ts'

/**
 * The CSV of a download endpoint, as a stream that starts when it is read. A broken connection is resumed where it
 * broke, with a new link.
 */
export function download(
  connection: Connection,
  path: string,
  { signal }: CallOptions = {},
): ReadableStream<Uint8Array> {
  const cancellation = new AbortController()
  const ended = signal ? AbortSignal.any([signal, cancellation.signal]) : cancellation.signal
  const bytes = readResuming(connection, path, { signal: ended })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        // A generator that waits for the network could not be cancelled before the network responds.
        cancellation.abort()
        await bytes.return()
      },
    },
    { highWaterMark: 0 },
  )
}

async function* readResuming(
  connection: Connection,
  path: string,
  options: CallOptions,
): AsyncGenerator<Uint8Array, void, void> {
  let offset = 0
  for (let failures = 0; ; ) {
    const { download_url } = await send<Download>(connection, { path, ...options })
    try {
      for await (const chunk of readFrom(connection, download_url, offset, options)) {
        offset += chunk.length
        failures = 0
        yield chunk
      }
      return
    } catch (error) {
      const delay = failures < connection.maxRetries ? retryDelayMs(error, failures) : undefined
      if (delay === undefined) throw error
      failures++
      await sleep(delay, options.signal)
    }
  }
}

async function* readFrom(
  { fetch, linkOptions, reach }: Connection,
  url: string,
  offset: number,
  { signal }: CallOptions,
): AsyncGenerator<Uint8Array, void, void> {
  // The link is signed and may point to another host, so the token is not sent.
  const headers = { 'accept-encoding': 'identity', ...(offset > 0 && { range: `bytes=${offset}-` }) }
  const response = await connected(signal, () => fetch(reach(url), { headers, signal, ...linkOptions }))
  // Nothing follows the last byte: the connection broke before the end of the response.
  if (response.status === 416 && offset > 0) return
  if (!response.ok || !response.body) throw readApiError(response, await connected(signal, () => response.text()))
  // A store that ignores ranges starts again from the beginning, with the same bytes.
  let skip = response.status === 206 ? 0 : offset
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await connected(signal, () => reader.read())
      if (done) return
      if (value.length > skip) yield value.subarray(skip)
      skip = Math.max(0, skip - value.length)
    }
  } finally {
    // Reading may have ended early; it does not matter whether the rest can still be cancelled.
    await reader.cancel().catch(() => {})
  }
}
