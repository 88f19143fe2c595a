import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { spawn, spawnSync } from '../../../../scripts/testing/programs.ts'

/** Where scripts/mail-servers.sh has unpacked Debian's servers. */
const FOLDER = process.env.MAIL_SERVERS ?? ''

/** A private file system: Debian's own below, the packages and the test's files above, and the users that the packages would create. */
const LAYERS = `set -e
mount -t tmpfs none "$1"; cd "$1"; mkdir up work root
for folder in $2; do cp -a "$folder/." up/; done
mkdir -p up/etc
cp /etc/passwd /etc/group up/etc/
id=7000
for name in postfix postdrop Debian-exim opensmtpd opensmtpq postgrey dovecot dovenull ada; do
  id=$((id + 1))
  echo "$name:x:$id:$id::/nonexistent:/usr/sbin/nologin" >>up/etc/passwd
  echo "$name:x:$id:" >>up/etc/group
done
mount -t overlay overlay -o lowerdir=/,upperdir=up,workdir=work root
mount --rbind /dev root/dev
mount -t proc proc root/proc
exec chroot root sh -c "$3"`
const ALONE = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']

function requireMailServers(names: readonly string[]): void {
  const missing = names.find((name) => FOLDER === '' || !existsSync(join(FOLDER, name)))
  if (missing)
    throw new Error(`This test needs ${missing} in the folder that MAIL_SERVERS names: scripts/mail-servers.sh`)
  const isAllowed = spawnSync(ALONE[0]!, [...ALONE.slice(1), 'true'], { stdio: 'ignore' }).status === 0
  if (!isAllowed) throw new Error('This test needs mount namespaces, which are forbidden here. Root may create them.')
}

export type MailServerOptions = {
  packages: readonly ('postfix' | 'exim4-daemon-light' | 'opensmtpd' | 'postgrey' | 'dovecot-core' | 'dovecot-imapd')[]
  /** By path. */
  files: Readonly<Record<string, string>>
  /** Stays in the foreground. */
  command: string
  port: number
}

/** A real mail server of Debian on loopback, which accepts connections when this ends. */
export async function useMailServer({ packages, files, command, port }: MailServerOptions): Promise<void> {
  requireMailServers(packages)
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-mail-server-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'files', path)), { recursive: true })
    await writeFile(join(folder, 'files', path), text)
  }
  await mkdir(join(folder, 'system'))
  const layers = [...packages.map((name) => join(FOLDER, name)), join(folder, 'files')].join(' ')
  const words = [...ALONE.slice(1), 'sh', '-c', LAYERS, 'sh', join(folder, 'system'), layers, command]
  const server = spawn(ALONE[0]!, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (piece) => (output += piece))
  onTestFinished(async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
    }
    await rm(folder, { recursive: true })
  })
  await eventually(() => {
    if (server.exitCode !== null) throw new Error(`The mail server ended:\n${output}`)
    return accepts(port)
  })
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
