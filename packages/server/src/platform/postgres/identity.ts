import { spawnSync } from 'node:child_process'
import { chmod, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '../fatal.ts'
import type { PostgresBinaries } from './binaries.ts'

/** Under whose name the server runs. */
export type Identity = {
  /** Adds what must precede the path of the program on the command line. */
  wrap(program: string): string[]
  spawnOptions: { uid?: number; gid?: number; cwd?: string }
  uid?: number
  gid?: number
}

type User = { name: string; uid: number; gid: number }

const AS_WE_ARE: Identity = { wrap: (program) => [program], spawnOptions: {} }
const NOBODY = 65_534
/** Users to run PostgreSQL as, the most specific first. */
const PREFERRED_USERS = ['mailsift', 'postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root. In a user namespace root looks like an ordinary user to it and yet keeps its access to
 * its own files, so no ownership has to change. Where namespaces are forbidden, as in most containers, the server runs as
 * another user, and keeps that user from then on.
 */
export async function identityForPostgres(binaries: PostgresBinaries, folder: string): Promise<Identity> {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasName()) return AS_WE_ARE
  const owner = isRoot ? await ownerOfCluster(folder) : undefined
  if (owner) return asOtherUser(binaries, folder, owner)
  const inNamespace = asNamedUserInNamespace(await someNamedAccount())
  if (canRun(inNamespace, binaries)) return inNamespace
  return isRoot ? asOtherUser(binaries, folder, await chooseUser()) : AS_WE_ARE
}

/** Undefined where there is no database yet, or where root has it. */
async function ownerOfCluster(folder: string): Promise<User | undefined> {
  const found = await stat(join(folder, 'pgdata')).catch(() => undefined)
  return found && found.uid !== 0 ? { name: `number ${found.uid}`, uid: found.uid, gid: found.gid } : undefined
}

async function chooseUser(): Promise<User> {
  const users = await readUsers()
  const chosen = PREFERRED_USERS.map((name) => users.find((user) => user.name === name)).find(Boolean)
  if (chosen) return chosen
  throw new StartupError(
    `PostgreSQL cannot run as root, user namespaces are not allowed here, and none of the users ${PREFERRED_USERS.join(', ')} exists. ${REMEDY}`,
  )
}

const REMEDY =
  'Start Mailsift as another user (in a container: --user 1000:1000, with the data folder owned by that user), or set DATABASE_URL.'

async function asOtherUser(binaries: PostgresBinaries, folder: string, user: User): Promise<Identity> {
  const { name, uid, gid } = user
  await letThrough(dirname(folder), user)
  const blocked = (await firstBlocked(folder, user)) ?? (await firstBlocked(binaries.postgres, user))
  if (blocked)
    throw new StartupError(
      `PostgreSQL cannot run as root and user namespaces are not allowed here, so it would run as the user ${name}, who cannot access ${blocked}. ${REMEDY} Or give other users access: chmod o+x ${blocked}`,
    )
  await handOver(folder, user)
  // Wherever we were started, the other user may not be allowed to be.
  return { wrap: (program) => [program], spawnOptions: { uid, gid, cwd: '/' }, uid, gid }
}

/** The data folder is ours and closed; the other user gets through it, and can neither list nor read it. */
async function letThrough(dataFolder: string, user: User): Promise<void> {
  const { mode } = await stat(dataFolder)
  if (!(await mayEnter(dataFolder, user))) await chmod(dataFolder, (mode & 0o777) | 0o001)
}

/** The outermost folder on the way to the path that the user cannot enter. */
async function firstBlocked(path: string, user: User): Promise<string | undefined> {
  const folder = dirname(path)
  if (folder === path) return undefined
  return (await firstBlocked(folder, user)) ?? ((await mayEnter(folder, user)) ? undefined : folder)
}

async function mayEnter(folder: string, { uid, gid }: User): Promise<boolean> {
  const found = await stat(folder)
  const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001
  return (found.mode & bit) !== 0
}

/** Root may have made the database in a namespace before these were forbidden. */
async function handOver(folder: string, { uid, gid }: User): Promise<void> {
  if ((await stat(folder)).uid === uid) return
  for (const path of await readdir(folder, { recursive: true })) await lchown(join(folder, path), uid, gid)
  await lchown(folder, uid, gid)
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

async function someNamedAccount(): Promise<number> {
  const uids = (await readUsers()).map(({ uid }) => uid)
  return uids.includes(NOBODY) ? NOBODY : (uids.find((uid) => uid > 0) ?? NOBODY)
}

async function readUsers(): Promise<User[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
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
