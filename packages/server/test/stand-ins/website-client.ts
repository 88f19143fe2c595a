import { connect } from 'node:net'
import { createGuardedFetch } from '../../src/platform/outbound/guarded-fetch.ts'

export const TEST_USER_AGENT = 'Mailsift/0.1 (+mailto:operator@mailsift.test)'

/**
 * The real guarded client, but all names except `absent` have one public address, and every connection ends at a loopback
 * port. A connection to an origin of `broken` fails with that code.
 */
export function createWebClient(
  port: number,
  absent: readonly string[] = [],
  broken: Readonly<Record<string, string>> = {},
): ReturnType<typeof createGuardedFetch> {
  return createGuardedFetch({
    userAgent: TEST_USER_AGENT,
    resolveHost: async (host) => (absent.includes(host) ? [] : ['93.184.215.14']),
    dial: (options, callback) => {
      const code = broken[`${options.protocol}//${options.host}`]
      if (code) return callback(Object.assign(new Error(code), { code }), null)
      const socket = connect(port, '127.0.0.1', () => callback(null, socket))
      socket.once('error', (error) => callback(error, null))
    },
  })
}
