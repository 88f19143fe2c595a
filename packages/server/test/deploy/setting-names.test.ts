// Every setting that the files for operators name, in comments as well: one that was renamed or dropped would be ignored in silence.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { describeConfig } from '../../src/config/describe.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SETTINGS = new Set(describeConfig(readConfig({})).map(({ name }) => name))

/** Variables of other programs and of the files themselves, by the file that may name them. */
const FOREIGN: Record<string, readonly string[]> = {
  Dockerfile: ['BASE_IMAGE', 'NODE_ENV', 'NODE_IMAGE', 'PATH'],
  'deploy/compose.fleet.yaml': [
    ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'FILES_NAME'],
    ...['POSTGRES_DB', 'POSTGRES_PASSWORD', 'POSTGRES_USER', 'S3_SECRET', 'SITE_NAME', 'UPSTREAM'],
  ],
  'deploy/kubernetes/api.yaml': ['POD_IP'],
  'deploy/kubernetes/settings.yaml': ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  'deploy/kubernetes/worker.yaml': ['POD_IP'],
  'deploy/postgresql/mailsift.sql': ['PATH'],
  'deploy/proxy/Caddyfile': ['SITE_NAME', 'UPSTREAM'],
  'deploy/proxy/fleet.Caddyfile': ['FILES_NAME', 'STORE'],
  'deploy/systemd/install.sh': ['DESTDIR'],
  'deploy/systemd/defaults.env': ['NODE_ENV'],
  'deploy/systemd/mailsift-backup.service': ['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX'],
  'deploy/systemd/mailsift.service': ['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX', 'MAINPID'],
  'deploy/warehouse/nginx.conf.template': ['MAILSIFT_TOKEN', 'MAILSIFT_URL'],
}

/** A name with an underscore anywhere; one without where it is set or read: `ROLE=`, `ROLE:`, `$ROLE`, `name: ROLE`, `{ ROLE = 'all' }`. */
const NAMES =
  /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[A-Z]{3,}(?=[=:])|\b[A-Z]{3,}(?= = ')|(?<=\$|\$\{|name: )[A-Z]{3,}\b/g
/** Constants of the scripts themselves. */
const DECLARED = /\bconst ([A-Z][A-Z0-9_]*) =/g

function namesIn(text: string): string[] {
  const own = new Set([...text.matchAll(DECLARED)].map(([, name]) => name))
  return [...new Set(text.match(NAMES) ?? [])].filter((name) => !own.has(name))
}

test('every setting that deploy/ and the Dockerfile name is one that the service reads', async () => {
  const entries = await readdir(join(ROOT, 'deploy'), { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
  const named: Record<string, string[]> = {}
  const unknown: Record<string, string[]> = {}
  for (const file of ['Dockerfile', ...files]) {
    const names = namesIn(await readFile(join(ROOT, file), 'utf8'))
    named[file] = names
    const foreign = names.filter((name) => !SETTINGS.has(name)).toSorted()
    if (foreign.length > 0) unknown[file] = foreign
  }
  expect(unknown).toEqual(FOREIGN)
  expect(named['deploy/systemd/defaults.env']).toEqual(expect.arrayContaining(['DATA_DIR', 'LOG_FORMAT']))
  expect(named['deploy/image/healthcheck.mjs']).toEqual(expect.arrayContaining(['ROLE', 'HOST', 'METRICS_LISTEN']))
  expect(named['deploy/kubernetes/worker.yaml']).toEqual(['ROLE', 'POD_IP', 'METRICS_LISTEN'])
})
