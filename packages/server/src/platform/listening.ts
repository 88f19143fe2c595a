import { createServer, isIP } from 'node:net'
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

/** Says at once, before anything is made, that the address cannot be listened on. */
export async function requireFreePort({ host, port }: ListenAddress): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, { host, port })))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** `setting` names what the reader can change. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port }: ListenAddress,
  setting?: string,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} is in use. Stop the program that uses it, or set ${setting ?? 'PORT'} to another one.`,
      )
    case 'EACCES':
      return new StartupError(`Port ${port} is not allowed for this user. Set ${setting ?? 'PORT'} to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`${setting ?? 'HOST'} ${host} is not an address of this machine.`)
    default:
      return error
  }
}
