import { spawnSync } from 'node:child_process'
import { chown, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { StartupError } from '../fatal.ts'
import type { PostgresBinaries } from './binaries.ts'

/** Under whose name the server runs. */
export type Identity = {
  /** Puts what must stand before the program's path on the command line. */
  wrap(program: string): string[]
  spawnOptions: { uid?: number; gid?: number }
  uid?: number
  gid?: number
}

const AS_WE_ARE: Identity = { wrap: (program) => [program], spawnOptions: {} }
const NOBODY = 65_534

/**
 * PostgreSQL refuses to run as root. In a user namespace root looks like an ordinary user to it and yet keeps its access to
 * its own files, so nothing has to be handed over. Where namespaces are forbidden, the server gets a uid of its own:
 * the owner of the surrounding folder, or nobody.
 */
export async function identityForPostgres(binaries: PostgresBinaries, folder: string): Promise<Identity> {
  if (process.getuid?.() !== 0 && hasName()) return AS_WE_ARE
  const inNamespace = asNamedUserInNamespace(await someNamedUser())
  if (canRun(inNamespace, binaries)) return inNamespace
  if (process.getuid?.() !== 0) return AS_WE_ARE
  const owner = await stat(dirname(dirname(folder)))
  const uid = owner.uid === 0 ? NOBODY : owner.uid
  const gid = owner.uid === 0 ? NOBODY : owner.gid
  const dropped: Identity = { wrap: (program) => [program], spawnOptions: { uid, gid }, uid, gid }
  await chown(folder, uid, gid)
  if (canRun(dropped, binaries)) return dropped
  throw new StartupError(
    'PostgreSQL does not run as root, user namespaces are not allowed here, and no other user can reach this folder. Start Mailsift as a normal user, or set DATABASE_URL.',
  )
}

function asNamedUserInNamespace(uid: number): Identity {
  const wrap = (program: string) => ['unshare', '--user', `--map-user=${uid}`, `--map-group=${uid}`, '--', program]
  return { wrap, spawnOptions: {} }
}

/** initdb wants its user to have a name; in a container a process may run under a number that has none. */
function hasName(): boolean {
  try {
    return Boolean(userInfo().username)
  } catch {
    return false
  }
}

async function someNamedUser(): Promise<number> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const uids = passwd.split('\n').map((line) => Number(line.split(':')[2]))
  return uids.includes(NOBODY) ? NOBODY : (uids.find((uid) => uid > 0) ?? NOBODY)
}

function canRun(identity: Identity, binaries: PostgresBinaries): boolean {
  const [command, ...args] = identity.wrap(binaries.postgres)
  const probe = spawnSync(command!, [...args, '--version'], {
    ...identity.spawnOptions,
    env: binaries.env,
    stdio: 'ignore',
  })
  return probe.status === 0
}
