import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

type Input = { userId: string }

/** better-auth takes any Standard Schema; what calls this endpoint is checked by the compiler. */
const input = {
  '~standard': {
    version: 1,
    vendor: 'mailsift',
    validate: (value: unknown) => ({ value: value as Input }),
    types: undefined as { input: Input; output: Input } | undefined,
  },
} as const

/** Starts a session for a user whose right to it was proven otherwise. Only the server can call it: it has no path. */
export function startSession() {
  return {
    id: 'mailsift-start-session',
    endpoints: {
      startSession: createAuthEndpoint.serverOnly({ method: 'POST', body: input }, async (ctx) => {
        const { userId } = ctx.body
        const user = await ctx.context.internalAdapter.findUserById(userId)
        if (!user) return ctx.json(null)
        const session = await ctx.context.internalAdapter.createSession(userId)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ token: session.token, user })
      }),
    },
  } satisfies BetterAuthPlugin
}
