// Browsers upload to a bucket and download from it directly, if its CORS rules let pages of this service do so. A bucket
// without such a rule takes everything but the console's files, which a page can only call "the network failed".
import type { Log } from '../log.ts'
import type { BlobStore } from './blobs.ts'

const ASK_AGAIN_MS = { afterComplaint: 10_000, afterSuccess: 600_000 }
const PATIENCE_MS = 5_000
/** An object that is never made. */
const KEY = 'console/cors'

export type BrowserAccess = {
  /** The fault for browsers and its remedy; undefined when all is well, or nothing is known yet. */
  complaint(): string | undefined
  stop(): void
}

export type BrowserAccessDeps = {
  blobs: Pick<BlobStore, 'reserveUpload' | 'downloadLink'>
  /** The origin of the console's pages. */
  origin: string
  log: Log
}

/** Asks at start what a browser would ask, again soon while it is refused, and now and then later. */
export function watchBrowserAccess(deps: BrowserAccessDeps): BrowserAccess {
  let complaint: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function ask(): Promise<void> {
    const found = await findRefusal(deps)
    if (found && found !== complaint) deps.log.warn({ bucket: found }, 'browsers cannot use the bucket')
    complaint = found
    if (!isStopped) timer = setTimeout(ask, complaint ? ASK_AGAIN_MS.afterComplaint : ASK_AGAIN_MS.afterSuccess).unref()
  }
  void ask()
  return {
    complaint: () => complaint,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** A store that does not answer at all is another complaint, and told elsewhere. */
export async function findRefusal({ blobs, origin }: Omit<BrowserAccessDeps, 'log'>): Promise<string | undefined> {
  const page = new URL(origin).origin
  const expiresAtMs = Date.now() + 60_000
  const remedy = `Allow GET and PUT with the headers Content-Type and If-None-Match from ${page} in its CORS rules.`
  try {
    const upload = await blobs.reserveUpload(KEY, { size: 1, expiresAtMs })
    const sent = Object.keys(upload.headers)
      .map((name) => name.toLowerCase())
      .filter((name) => name !== 'content-length')
    if (!(await allowsUpload(upload.url, page, sent))) return `Browsers cannot upload to the bucket. ${remedy}`
    const link = await blobs.downloadLink(KEY, { fileName: 'cors.csv', expiresAtMs })
    if (!(await allowsDownload(link, page))) return `Browsers cannot download from the bucket. ${remedy}`
  } catch {
    return undefined
  }
  return undefined
}

async function allowsUpload(url: string, page: string, sent: readonly string[]): Promise<boolean> {
  const answer = await preflight(url, page, 'PUT', { 'access-control-request-headers': sent.join(',') })
  const allowed = listOf(answer, 'access-control-allow-headers')
  return (
    isFor(answer, page) &&
    listOf(answer, 'access-control-allow-methods').includes('put') &&
    sent.every((name) => allowed.includes('*') || allowed.includes(name))
  )
}

/** A page downloads without asking first, but reads the answer only if it names the page. */
async function allowsDownload(url: string, page: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { origin: page }, ...limits() })
  await answer.body?.cancel()
  return isFor(answer, page) || isFor(await preflight(url, page, 'GET'), page)
}

async function preflight(url: string, page: string, method: string, more: Record<string, string> = {}) {
  const headers = { origin: page, 'access-control-request-method': method, ...more }
  const answer = await fetch(url, { method: 'OPTIONS', headers, ...limits() })
  await answer.body?.cancel()
  return answer
}

const limits = () => ({ redirect: 'manual' as const, signal: AbortSignal.timeout(PATIENCE_MS) })

const isFor = ({ headers }: Response, page: string) =>
  ['*', page].includes(headers.get('access-control-allow-origin') ?? '')

const listOf = ({ headers }: Response, name: string) =>
  (headers.get(name) ?? '').split(',').map((each) => each.trim().toLowerCase())
