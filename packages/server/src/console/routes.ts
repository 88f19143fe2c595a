// The web console: built files and one page. It asks nothing of this process that a client could not ask.
import { CONSOLE_PATHS } from '@mailsift/contract'
import { Type } from 'typebox'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { createAsset, sendAsset } from '../platform/http/pages/asset.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { once } from '../platform/shared-value.ts'
import { openConsoleFiles } from './files.ts'

export type ConsoleOptions = {
  isOn: boolean
  origin: string
  /** Browsers upload to it and download from it directly. */
  blobs: Pick<BlobStore, 'reserveUpload' | 'downloadLink'>
}

const HIDDEN = { config: { access: 'public' as const }, schema: { hide: true } }

export function registerConsole(app: Http, { isOn, origin, blobs }: ConsoleOptions): void {
  if (!isOn) {
    app.get('/', HIDDEN, (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(`Mailsift: the API is at ${origin}/v1 and its reference at ${origin}/docs.\n`),
    )
    return
  }
  const files = once(openConsoleFiles)
  const policy = once(async () => policyFor(await storeOrigins(blobs, origin)))

  for (const path of Object.values(CONSOLE_PATHS)) {
    const page = once(async () => pageAt(path, (await files()).page))
    app.get(path, HIDDEN, async (request, reply) =>
      sendAsset(request, reply.header('content-security-policy', await policy()), await page()),
    )
  }
  app.get(
    '/assets/:name',
    { ...HIDDEN, schema: { ...HIDDEN.schema, params: Type.Object({ name: Type.String() }) } },
    async (request, reply) => {
      const asset = (await files()).asset(request.params.name)
      if (!asset) throw new AppError('not_found', 'Nothing exists at this URL.')
      // A worker has the policy of its own script.
      return sendAsset(request, reply.header('content-security-policy', await policy()), asset)
    },
  )
}

/** Its links are relative, so that it works below any path that a proxy gives it. */
function pageAt(path: string, page: string) {
  const base = path.split('/').length > 2 ? '../' : './'
  return createAsset(page.replace('<base href="./"', `<base href="${base}"`), {
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-store',
  })
}

function policyFor(stores: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...stores].join(' '),
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types mailsift',
  ].join('; ')
}

/** As the store itself writes them: links for an object that is never made, signed on this machine. */
async function storeOrigins(blobs: ConsoleOptions['blobs'], origin: string): Promise<string[]> {
  const expiresAtMs = Date.now() + 60_000
  const upload = await blobs.reserveUpload('console/policy', { size: 1, expiresAtMs })
  const download = await blobs.downloadLink('console/policy', { fileName: 'policy.csv', expiresAtMs })
  const origins = new Set([upload.url, download].map((url) => new URL(url).origin))
  origins.delete(new URL(origin).origin)
  return [...origins]
}
