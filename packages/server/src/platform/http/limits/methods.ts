// A wrong method at a known address is told which ones are right (RFC 9110 §15.5.6).
import type { RouteOptions } from 'fastify'
import { AppError } from '../problem.ts'
import type { Http } from '../server.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** To be called before routes are added; what it returns, after all of them. */
export function refuseOtherMethods(app: Http): () => void {
  const taken = new Map<string, Set<string>>()
  let isClosed = false
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    if (isClosed) return
    const methods = taken.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    taken.set(url, methods)
  })
  // As a plugin it comes after those that still have routes to add.
  return () =>
    app.register(async (scope) => {
      isClosed = true
      for (const [url, methods] of taken)
        scope.route({
          url,
          method: METHODS.filter((method) => !methods.has(method)),
          exposeHeadRoute: false,
          config: { access: 'public', readsOwnBody: true },
          schema: { hide: true },
          onRequest: (_request, _reply, done) => done(notAllowed(methods)),
          handler: () => undefined,
        })
    })
}

function notAllowed(methods: ReadonlySet<string>): AppError {
  const allow = [...methods].join(', ')
  return new AppError('method_not_allowed', `This URL supports ${allow}.`, { headers: { allow } })
}
