import { createServer } from 'node:net'
import { StartupError } from './fatal.ts'

export type ListenAddress = { host: string; port: number }

/** Says at once, before anything is made, that the address cannot be listened on. */
export async function requireFreePort({ host, port }: ListenAddress): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, { host, port })))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

export function explainListenError(error: NodeJS.ErrnoException, { host, port }: ListenAddress): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(`Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`)
    case 'EACCES':
      return new StartupError(`Port ${port} is not allowed for this user. Set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`HOST ${host} is not an address of this machine.`)
    default:
      return error
  }
}
