import { connect, type Socket } from 'node:net'
import { refuseInTransaction } from '../database/open-transaction.ts'
import { isPublicAddress } from './public-address.ts'

/** Opens a connection to a public address of the host; undefined where there is none that answers. */
export type GuardedDial = (host: string, port: number) => Promise<Socket | undefined>

export type GuardedDialDeps = {
  resolveHost: (host: string) => Promise<readonly string[]>
  /** The only ports that are dialled. */
  ports: readonly number[]
  /** For tests: exact `127.0.0.1:port` that are exempt from the checks. */
  loopback?: readonly string[]
  /** Opens the connection through a proxy; it fails by throwing. */
  through?: ((address: string, port: number) => Promise<Socket>) | undefined
  /** For tests of the checks. */
  open?: (address: string, port: number) => Socket
}

const CONNECT_MS = 5_000
const MAX_ADDRESSES_TRIED = 3

/** As for URLs (guarded-fetch.ts): what is checked is what is dialled, and nothing but public addresses passes. */
export function createGuardedDial(deps: GuardedDialDeps): GuardedDial {
  const { resolveHost, ports, loopback = [], through, open = (host, port) => connect({ host, port }) } = deps
  return async (host, port) => {
    refuseInTransaction('dial')
    const isExempt = loopback.includes(`${host}:${port}`)
    if (!isExempt && !ports.includes(port)) return undefined
    const addresses = isExempt ? [host] : (await resolveHost(host).catch(() => [])).filter(isPublicAddress)
    for (const address of addresses.slice(0, MAX_ADDRESSES_TRIED)) {
      const socket = through
        ? await through(address, port).catch(() => undefined)
        : await connected(open(address, port))
      if (socket) return socket
    }
    return undefined
  }
}

function connected(socket: Socket): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const fail = () => {
      socket.destroy()
      resolve(undefined)
    }
    const timer = setTimeout(fail, CONNECT_MS)
    socket.once('error', () => {
      clearTimeout(timer)
      fail()
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}
