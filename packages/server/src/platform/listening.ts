import { lookup } from 'node:dns/promises'
import net, { createServer, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from './fatal.ts'

export type ListenAddress = { host: string; port: number }

/** `name:port`, with an IPv6 address in brackets. */
export function readListenAddress(text: string): ListenAddress | undefined {
  const [, v6, name, port] = /^(?:\[([0-9a-f:]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(text) ?? []
  const isValid = (v6 === undefined || isIP(v6) === 6) && Number(port) >= 1 && Number(port) <= 65_535
  return isValid ? { host: (v6 ?? name)!, port: Number(port) } : undefined
}

/** Whether only programs of this machine reach the name or address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Fails, in words for people, where the address cannot be listened on. */
async function requireFreePort({ host, port }: ListenAddress): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, { host, port })))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

const FREE_INTERVAL_MS = 50

/** Processes of a killed start exit soon, and hold its port until then. */
async function untilFreePort(address: ListenAddress, { waitMaxMs, onWait }: BindOptions): Promise<void> {
  for (const deadline = Date.now() + waitMaxMs; ; await sleep(FREE_INTERVAL_MS)) {
    try {
      return await requireFreePort(address)
    } catch (error) {
      if (!(error instanceof PortInUse) || Date.now() >= deadline) throw error
      onWait()
      onWait = () => undefined
    }
  }
}

class PortInUse extends StartupError {}

export type BindOptions = {
  /** How long a port that is in use is waited for. */
  waitMaxMs: number
  onWait(): void
}

export type BoundSocket = { descriptor: number; close(): void }

type Handle = { fd: number; close(): void }
type CreateHandle = (address: string, port: number, family: number, fd: number, flags: number) => Handle | number

/**
 * A socket that is bound but not listened on: the processes that inherit it listen, and it stays open from one to the next,
 * so that a connection which comes in between waits instead of being refused. Node's own `cluster` makes it the same way;
 * there is no public one that does not also accept.
 */
export async function bindSocket({ host, port }: ListenAddress, options: BindOptions): Promise<BoundSocket> {
  await untilFreePort({ host, port }, options)
  const { address, family } = await lookup(host)
  const { _createServerHandle } = net as unknown as { _createServerHandle: CreateHandle }
  const handle = _createServerHandle(address, port, family, -1, 0)
  if (typeof handle === 'number') throw new StartupError(`Cannot listen on port ${port} (${handle}).`)
  return { descriptor: handle.fd, close: () => handle.close() }
}

/** `setting` names what the reader can change. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port }: ListenAddress,
  setting?: string,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new PortInUse(
        `Port ${port} is already in use. Stop the program that uses it, or set ${setting ?? 'PORT'} to another port.`,
      )
    case 'EACCES':
      return new StartupError(`This user cannot listen on port ${port}. Set ${setting ?? 'PORT'} to a port above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`${setting ?? 'HOST'} ${host} is not an address of this machine.`)
    default:
      return error
  }
}
