import { createHttpHandler, createServer, Refusal } from '@mailsift/mcp'
import type { Caller } from '../access/caller.ts'
import type { AppError } from '../platform/http/problem.ts'
import type { Log } from '../platform/log.ts'
import { createServices, type ServiceDeps } from './service.ts'

export type ServeDeps = ServiceDeps & { log: Log }

/** Answers one message of a caller. */
export type Serve = (request: Request, body: unknown, caller: Caller, requestId: string) => Promise<Response>

export function createServe(deps: ServeDeps): Serve {
  const servicesFor = createServices(deps)
  const handle = createHttpHandler()
  return (request, body, caller, requestId) => {
    const onFault = (error: unknown) => {
      deps.log.error({ request_id: requestId, err: error }, 'MCP tool failed')
      return new Refusal('internal', `The service failed. Its log shows the reason for request_id ${requestId}.`)
    }
    return handle(request, body, () => {
      const { service, refusals } = servicesFor(caller)
      return createServer({ service, note: noteOf(refusals), onFault })
    })
  }
}

/** Why tools that an assistant may know of are missing. */
function noteOf(refusals: readonly AppError[]): string | undefined {
  if (refusals.length === 0) return undefined
  const reasons = [...new Set(refusals.map(({ message }) => message))]
  return `Some tools are not offered. ${reasons.join(' ')}`
}
