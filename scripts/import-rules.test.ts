// Every rule is shown to fail on the smallest tree that breaks it, and to let the nearest allowed one pass.
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { checkImports } from './import-rules.ts'

const S = 'packages/server/src'

/** One file with one import; paths within packages/server/src unless they begin with `packages/`. */
function problemsOf(from: string, statement: string): string[] {
  const path = from.startsWith('packages/') ? from : `${S}/${from}`
  return checkImports([{ path, text: `${statement}\n` }])
}

const imports = (target: string) => `import { x } from '${target}'`

test.each([
  ['a package that it may not know', 'packages/engine/src/engine.ts', imports('@mailsift/contract')],
  ['a later room of the engine', 'packages/engine/src/domain/known-domain.ts', imports('../names/names.ts')],
  ['the engine from its rooms', 'packages/engine/src/domain/known-domain.ts', imports('../engine.ts')],
  ['anything from an unknown room', 'packages/engine/src/helpers/a.ts', imports('../text/ascii.ts')],
  ['the value of a type', 'packages/sdk/src/index.ts', imports('@mailsift/contract')],
  ['the value of a type where lists are read', 'packages/sdk/src/lists/open.ts', imports('@mailsift/contract')],
  ['the reader of lists from the SDK', 'packages/sdk/src/csv.ts', imports('@mailsift/intake/list')],
  ['the entry for lists from the SDK', 'packages/sdk/src/csv.ts', imports('./lists/open.ts')],
  ['a file of another package by its path', 'packages/cli/src/run.ts', imports('../../sdk/src/index.ts')],
  ['a file of another package from bin/', 'packages/cli/bin/mailsift.mjs', "await import('../../sdk/src/index.ts')"],
  ['a package that bin/ may not know', 'packages/engine/bin/x.mjs', "import '@mailsift/server'"],
  ['the inside of a feature', 'validation/routes.ts', imports('../credentials/tokens/tokens.ts')],
  ['the inside of a feature for its effect', 'validation/routes.ts', "import '../credentials/tokens/tokens.ts'"],
  ['the inside of a feature by a call', 'validation/routes.ts', "await import('../credentials/tokens/tokens.ts')"],
  [
    'a type of the inside of a feature',
    'validation/routes.ts',
    "import type { X } from '../credentials/tokens/tokens.ts'",
  ],
  ['the inside of a feature over several lines', 'usage/x.ts', "import {\n  a,\n  b,\n} from '../outbox/wake.ts'"],
  ['the inside of a feature, handed on', 'usage/x.ts', "export * from '../outbox/wake.ts'"],
  ['the inside of a feature by a template', 'validation/routes.ts', 'await import(`../credentials/tokens/tokens.ts`)'],
  ['the inside of a feature as data', 'usage/x.ts', "await import('../outbox/wake.ts', { with: {} })"],
  ['the inside of a feature by require', 'usage/x.ts', "const x = require('../outbox/wake.ts')"],
  ['the inside of a feature as a thread', 'usage/x.ts', "new Worker(new URL('../outbox/wake.ts', import.meta.url))"],
  ['the inside of a feature to add to it', 'usage/x.ts', "declare module '../outbox/wake.ts' {}"],
  ['what only the running program knows', 'usage/x.ts', 'await import(name)'],
  ['a part of a path that only the running program knows', 'usage/x.ts', `await import(\`../outbox/\${name}.ts\`)`],
  ['a package that a page may not know', 'packages/console/src/app.tsx', imports('@mailsift/server')],
  ['a feature from platform/', 'platform/http/server.ts', imports('../../access/caller.ts')],
  ['the configuration from platform/', 'platform/blobs/open.ts', imports('../../config/config.ts')],
  ['anything from a new file beside the wiring', 'extra.ts', imports('./platform/log.ts')],
  ['wiring from a feature', 'bulk/work/chunk.ts', imports('../../app.ts')],
  ['wiring from platform/', 'platform/queue/queue.ts', imports('../../worker.ts')],
  ['the observer from a feature', 'usage/report.ts', imports('../verify/verify.ts')],
  ['the observer from other wiring', 'worker.ts', imports('./verify/verify.ts')],
  ['a privacy door from a feature', 'validation/validate.ts', imports('../bulk/privacy.ts')],
  ['a privacy door from the administration', 'admin/commands/users.ts', imports('../../contacts/privacy.ts')],
  ['a privacy door from wiring', 'worker.ts', imports('./outbox/privacy.ts')],
  ['a privacy door from another', 'bulk/privacy.ts', imports('../outbox/privacy.ts')],
  ['work from http', 'bulk/http/routes.ts', imports('../work/tasks.ts')],
  ['export from http', 'bulk/http/routes.ts', imports('../export/rows.ts')],
  ['read from submit', 'bulk/submit/list.ts', imports('../read/jobs.ts')],
  ['work from read', 'bulk/read/jobs.ts', imports('../work/validate-rows.ts')],
  ['retention from read', 'bulk/read/jobs.ts', imports('../retention/remove.ts')],
  ['submit from work', 'bulk/work/split.ts', imports('../submit/list.ts')],
  ['work from export', 'bulk/export/rows.ts', imports('../work/validate-rows.ts')],
  ['export from retention', 'bulk/retention/expire.ts', imports('../export/rows.ts')],
  ['work from state', 'bulk/state/enqueue.ts', imports('../work/failure.ts')],
  ['state from format', 'bulk/format/inputs.ts', imports('../state/objects.ts')],
  ['a door from a room', 'bulk/work/tasks.ts', imports('../bulk.ts')],
  ['the inside of a neighbor of a neighbor', 'credentials/tokens/tokens.ts', imports('../../identity/users/users.ts')],
  ['the inside of a feature from its other neighbor', 'calibration/count.ts', imports('../mailboxes/hash.ts')],
  ['state from a room without rules', 'bulk/other/x.ts', imports('../state/objects.ts')],
])('refused: %s', (_what, from, statement) => {
  expect(problemsOf(from, statement)).toHaveLength(1)
})

test.each([
  ['a known package', 'packages/cli/src/run.ts', imports('@mailsift/sdk')],
  ['a type in the SDK', 'packages/sdk/src/index.ts', "import type { Job } from '@mailsift/contract'"],
  ['the reader of lists where the SDK reads them', 'packages/sdk/src/lists/open.ts', imports('@mailsift/intake/list')],
  ['the SDK where it reads lists', 'packages/sdk/src/lists/open.ts', imports('../csv.ts')],
  ['the starter from bin/', 'packages/cli/bin/mailsift.mjs', "await import('../../../scripts/run.mjs')"],
  ['another door', 'validation/routes.ts', imports('../access/caller.ts')],
  ['platform/', 'validation/routes.ts', imports('../platform/http.ts')],
  ['its own folder', 'outbox/deliver.ts', imports('./events.ts')],
  ['anything from wiring', 'worker.ts', imports('./outbox/deliver.ts')],
  ['wiring from wiring', 'process/run.ts', "await import('../api.ts')"],
  ['anything from the observer', 'verify/rows.ts', imports('../bulk/format/inputs.ts')],
  ['a privacy door from privacy/', 'privacy/export.ts', imports('../bulk/privacy.ts')],
  ['the file with the name of a feature', 'validation/routes.ts', imports('../rules/rules.ts')],
  ['the inside of a neighbor', 'access/caller.ts', imports('../credentials/tokens/token-cache.ts')],
  ['submit from http', 'bulk/http/job-routes.ts', imports('../submit/list.ts')],
  ['export from work', 'bulk/work/chunk.ts', imports('../export/job-csv.ts')],
  ['export from privacy', 'bulk/privacy/of-user.ts', imports('../export/rows.ts')],
  ['retention from work', 'bulk/work/tasks.ts', imports('../retention/expire.ts')],
  ['format from state', 'bulk/state/chunks.ts', imports('../format/inputs.ts')],
  ['what a comment only speaks of', 'usage/x.ts', '// import(name) would hide it.'],
  ['anything from a test', 'packages/server/test/x.ts', imports('../src/outbox/wake.ts')],
  ['a library', 'bulk/format/inputs.ts', "import { zstdDecompressSync } from 'node:zlib'"],
])('allowed: %s', (_what, from, statement) => {
  expect(problemsOf(from, statement)).toEqual([])
})

test.each([
  "sql`UPDATE bulk_jobs SET status = 'failed' WHERE id = 1`",
  'sql`UPDATE bulk_groups SET total = 1, status = $1 WHERE id = 1`',
  "const completion = sql`, status = 'completed', csv_key = $1`",
  "const failed = sql`status = 'failed', failure = $1`",
  "db.updateTable('bulk_jobs').set({ status: 'failed' })",
  "db.updateTable('bulk_jobs').set({ failure: { code: 1 }, status })",
  "db.updateTable('bulk_jobs').set('status', 'failed')",
  "db.updateTable('bulk_jobs').set((eb) => ({ total: eb.ref('x'), status: 'failed' }))",
  "sql`UPDATE bulk_jobs SET (failure, status) = ('no', 'failed')`",
  "sql`INSERT INTO bulk_jobs (id, status) VALUES (1, 'completed')`",
  "db.insertInto('bulk_groups').values({ id, status: 'completed' })",
])('refused outside bulk/state/: %s', (text) => {
  const problem = `${S}/bulk/work/chunk.ts: a status is written only in bulk/state/`
  expect(checkImports([{ path: `${S}/bulk/work/chunk.ts`, text }])).toEqual([problem])
  expect(checkImports([{ path: `${S}/bulk/state/job-states.ts`, text }])).toEqual([])
})

test.each([
  "sql`UPDATE bulk_jobs SET failure = NULL WHERE status = 'failed'`",
  "sql`SELECT id FROM bulk_jobs WHERE status = 'failed'`",
  "const due = sql`status = 'expired' AND expires_at <= now()`",
  "db.insertInto('bulk_groups').values({ id }).returning('status')",
])('reading a status is allowed anywhere: %s', (text) => {
  expect(checkImports([{ path: `${S}/bulk/retention/expire.ts`, text }])).toEqual([])
})

test('a cycle is refused, also of types, of three files, and of a call', () => {
  const cycleOf = (...statements: string[]) =>
    checkImports(statements.map((text, at) => ({ path: `packages/cli/src/${at}.ts`, text })))
  expect(cycleOf("import { a } from './1.ts'", "import type { B } from './0.ts'")).toEqual([
    'packages/cli/src/0.ts → packages/cli/src/1.ts → packages/cli/src/0.ts: a cycle',
  ])
  expect(cycleOf(imports('./1.ts'), imports('./2.ts'), "await import('./0.ts')")).toHaveLength(1)
  expect(cycleOf("export * from './0.ts'")).toHaveLength(1)
  expect(cycleOf(imports('./1.ts'), imports('./2.ts'), '')).toEqual([])
})

test.each(['packages/console/src/a.tsx', 'packages/sdk/test/a.ts', 'packages/engine/build/a.ts', 'scripts/a.ts'])(
  'a cycle is refused wherever it is: %s',
  (path) => {
    expect(checkImports([{ path, text: imports(`./${basename(path)}`) }])).toEqual([`${path} → ${path}: a cycle`])
  },
)

test("a status that is not a job's has one home, too", () => {
  const text = 'db.insertInto(x).doUpdateSet({ plan, status })'
  const refused = (file: string) => checkImports([{ path: `${S}/accounts/${file}`, text }]).length
  expect([refused('subscriptions/subscriptions.ts'), refused('accounts.ts')]).toEqual([0, 1])
})
