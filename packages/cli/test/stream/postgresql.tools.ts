// deploy/postgresql/mailsift.sql and the recipe with COPY on Debian's PostgreSQL, as an unprivileged user, on a private
// socket.
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { execFile, spawn } from '../../../../scripts/testing/programs.ts'
import { CLEAN_ENV } from '../support/mailsift.ts'
import { installCommand } from './installed-command.ts'

const run = promisify(execFile)
const SQL = fileURLToPath(new URL('../../../../deploy/postgresql/mailsift.sql', import.meta.url))
const [PLPYTHON] = globSync('/usr/lib/postgresql/*/lib/plpython3.so').toSorted().reverse()
if (!PLPYTHON)
  throw new Error(
    'This test needs PostgreSQL with PL/Python, which is not installed here: postgresql-plpython3-* of Debian.',
  )
const BIN = PLPYTHON.replace(/lib\/plpython3\.so$/, 'bin')

/** PostgreSQL refuses to run as root, so root starts it as another user. */
function ownUser(): { prefix: string[]; uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))![0].split(':').map(Number)
  return { prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'], uid: uid!, gid: gid! }
}

async function startPostgres() {
  const { folder, path } = await installCommand()
  const data = join(folder, 'data')
  const user = ownUser()
  await mkdir(data, { mode: 0o700 })
  if (user) await chown(data, user.uid, user.gid)
  const words = (program: string, ...args: string[]) => [...(user?.prefix ?? []), join(BIN, program), ...args]
  const call = ([program, ...args]: string[]) => run(program!, args, { env: CLEAN_ENV })
  await call(words('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'))
  const settings = ['listen_addresses=', `unix_socket_directories=${data}`, 'fsync=off']
  const [program, ...args] = words('postgres', '-D', data, ...settings.flatMap((setting) => ['-c', setting]))
  const server = spawn(program!, args, { env: CLEAN_ENV, stdio: 'ignore' })
  onTestFinished(async () => {
    server.kill('SIGINT')
    if (server.exitCode === null) await once(server, 'exit')
  })
  const psqlAs = async (role: string, ...statements: string[]) => {
    const { stdout } = await call([
      ...[join(BIN, 'psql'), '-h', data, '-U', role, '-d', 'postgres', '-XAtq', '-v', 'ON_ERROR_STOP=1'],
      ...statements.flatMap((statement) => ['-c', statement]),
    ])
    return stdout
  }
  const psql = (...statements: string[]) => psqlAs('postgres', ...statements)
  await eventually(() => psql('SELECT 1').catch(() => undefined))
  return {
    folder,
    data,
    path,
    psql,
    psqlAs,
    async install() {
      await call([join(BIN, 'psql'), '-h', data, '-U', 'postgres', '-q', '-f', SQL])
      await psql(`ALTER FUNCTION mailsift(text) SET mailsift.command = '${path}'`)
    },
  }
}

test('PostgreSQL has mailsift(email), with one process per session', async () => {
  const { psql, install } = await startPostgres()
  await install()
  const verdicts = await psql(
    `SELECT (mailsift(email)).status, (mailsift(email)).safe_to_send
     FROM (VALUES (1, 'ada.lovelace@contoso.com'), (2, E'a"b\\n'), (3, NULL), (4, 'info@mailinator.com')) t(id, email) ORDER BY id`,
    // A killed process is replaced.
    `DO LANGUAGE plpython3u 'import os, signal, subprocess
for pid in subprocess.run(["ps", "-o", "pid=", "--ppid", str(os.getpid())], capture_output=True).stdout.split():
    try: os.kill(int(pid), signal.SIGKILL)
    except ProcessLookupError: pass'`,
    `SELECT count(*) FROM generate_series(1, 500) i WHERE (mailsift('ada.lovelace' || i || '@contoso.com')).status = 'safe'`,
  )
  expect(verdicts).toBe('safe|t\nunsafe|\nblank|\nunsafe|f\n500\n')
})

test('a role that may call mailsift(email) cannot choose the program to start', async () => {
  const { psql, psqlAs, install, data } = await startPostgres()
  await install()
  await psql(
    'CREATE ROLE caller LOGIN',
    'GRANT EXECUTE ON FUNCTION mailsift(text) TO caller',
    'CREATE SCHEMA own AUTHORIZATION caller',
  )
  const program = `/bin/sh -c touch\${IFS}${data}/started`
  const status = await psqlAs(
    'caller',
    `CREATE FUNCTION own.current_setting(text) RETURNS text LANGUAGE sql AS $$ SELECT '${program}' $$`,
    'SET search_path = own, pg_catalog, public',
    `SET mailsift.command = '${program}'`,
    `SELECT (mailsift('ada.lovelace@contoso.com')).status`,
  )
  expect(status).toBe('safe\n')
  expect(existsSync(join(data, 'started'))).toBe(false)
})

test('COPY … PROGRAM writes a verdict for every row of a table', async () => {
  const { psql, data, path } = await startPostgres()
  const file = join(data, 'verdicts.tsv')
  const counted = await psql(
    `CREATE TABLE contacts AS SELECT i AS id, CASE WHEN i % 7 = 0 THEN NULL WHEN i % 5 = 0 THEN E'two\\tparts' ELSE 'ada.lovelace' || i || '@contoso.com' END AS email
     FROM generate_series(1, 7000) i`,
    'CREATE TABLE verdicts (status text, reason text, suggestion text, normalized text, error text, id bigint, email text)',
    `COPY (SELECT id, email FROM contacts) TO PROGRAM '${path} stream --format tsv --no-header --column "#2" > ${file}'`,
    `COPY verdicts FROM '${file}'`,
    `SELECT status, count(*) FROM verdicts JOIN contacts USING (id) WHERE verdicts.email IS NOT DISTINCT FROM contacts.email GROUP BY 1 ORDER BY 1`,
  )
  expect(counted).toBe('blank|1000\nsafe|4800\nunsafe|1200\n')
})
