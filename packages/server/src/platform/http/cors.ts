// Pages of other origins that may use the API, by token. Cookies stay out of it: no answer allows credentials.
import type { Http } from './server.ts'

/** The answers' own header fields; browsers show pages no others. */
const EXPOSED =
  'request-id, retry-after, ratelimit, ratelimit-policy, x-quota-remaining, idempotency-replayed, deprecation'
/** The last two are those of uploads and downloads, whose preflights are answered here too. */
const ALLOWED = 'service-email-api-token, authorization, content-type, idempotency-key, accept, if-none-match, range'
const METHODS = 'GET, POST, PUT, PATCH, DELETE'
/** Browsers keep the answer to a preflight for at most two hours. */
const MAX_AGE_SECONDS = 7_200

/** To be called before routes are added. */
export function allowOrigins(app: Http, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
      vary: 'origin',
    })
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers
    if (!isPreflight) return done()
    reply
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': ALLOWED,
        'access-control-max-age': String(MAX_AGE_SECONDS),
      })
      .code(204)
      .send()
  })
}
