// A small tree for every step of `npm run check`, which breaks what the step guards.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'

const ROOT = dirname(import.meta.dirname)

export type Sample = {
  /** Of the repository, as they are. */
  config?: string[]
  /** Packages that the tree has installed. */
  installed?: string[]
  files: Record<string, string>
  /** What the step complains about, each for a rule of its own. */
  complaints: string[]
  /** Takes about half a second of the processor or more; tried by the system tests. */
  slow?: true
}

const SLIPS = `const unused: string = 1
export enum Erasable { No }
export const first = (all: string[]): string => all[0]
`
const TYPE_ERRORS = ['TS6133', 'TS2322', 'TS1294']

export const SAMPLES: Record<string, Sample> = {
  'ci/node_modules/.bin/biome check .': {
    config: ['biome.json', '.gitignore'],
    files: {
      'packages/x/src/a.ts': `import fs from "fs"
import { readFile } from 'node:fs/promises'
import { Stats } from 'node:fs'
export const of = (stats: Stats) => { const unused = 1; return stats }
`,
    },
    complaints: [
      'lint/correctness/noUnusedImports',
      'lint/correctness/noUnusedVariables',
      'lint/style/useImportType',
      'lint/style/useNodejsImportProtocol',
      'format',
    ],
  },
  // Apart from the others: it reads the types of the whole tree first, which takes longer than all of them.
  'ci/node_modules/.bin/biome lint . --config-path=scripts/biome-promises.json --diagnostic-level=error': {
    config: ['scripts/biome-promises.json', '.gitignore'],
    files: {
      'packages/x/src/save.ts': 'export async function save(): Promise<void> {}\n',
      'packages/x/test/a.test.ts': "import { save } from '../src/save.ts'\n\nsave()\n",
    },
    complaints: ['packages/x/test/a.test.ts:3:1 lint/nursery/noFloatingPromises'],
  },
  'ci/node_modules/.bin/tsc --noEmit -p ci': {
    slow: true,
    config: ['tsconfig.json', 'ci/tsconfig.json'],
    installed: ['@types'],
    files: { 'packages/x/src/a.ts': SLIPS },
    complaints: TYPE_ERRORS,
  },
  'ci/node_modules/.bin/tsc --noEmit -p packages/console': {
    slow: true,
    config: ['tsconfig.json', 'packages/console/tsconfig.json'],
    installed: ['vite'],
    files: { 'packages/console/src/a.tsx': SLIPS },
    complaints: TYPE_ERRORS,
  },
  'ci/node_modules/.bin/tsc --noEmit -p packages/console/build': {
    slow: true,
    config: ['tsconfig.json', 'packages/console/build/tsconfig.json'],
    installed: ['@types'],
    files: { 'packages/console/build/a.ts': SLIPS },
    complaints: TYPE_ERRORS,
  },
  'ci/node_modules/.bin/tsc --noEmit -p packages/guard': {
    config: ['tsconfig.json', 'packages/guard/tsconfig.json'],
    files: { 'packages/guard/src/a.ts': SLIPS },
    complaints: TYPE_ERRORS,
  },
  'ci/node_modules/.bin/tsc --noEmit -p packages/duckdb': {
    slow: true,
    config: ['tsconfig.json', 'packages/duckdb/tsconfig.json'],
    installed: ['@types'],
    files: { 'packages/duckdb/src/a.ts': SLIPS },
    complaints: TYPE_ERRORS,
  },
  'ci/node_modules/.bin/knip --no-progress --no-config-hints': {
    slow: true,
    config: ['knip.json'],
    files: {
      'package.json': '{ "name": "x", "type": "module", "workspaces": ["packages/x"] }',
      'packages/x/package.json': '{ "name": "@x/x", "type": "module" }',
      'packages/x/src/main.ts': "import { used } from './used.ts'\nused()\n",
      'packages/x/src/used.ts': 'export const used = () => 1\nexport const unused = 2\nexport type Unused = string\n',
      'packages/x/src/forgotten.ts': 'export const forgotten = 1\n',
    },
    complaints: ['Unused files', 'forgotten.ts', 'Unused exports', 'unused', 'Unused exported types', 'Unused '],
  },
  'node scripts/run.mjs scripts/check-imports.ts': {
    files: {
      'packages/engine/src/a.ts': "import { b } from './b.ts'\nimport { x } from '@mailsift/server'\n",
      'packages/engine/src/b.ts': "import type { A } from './a.ts'\n",
      'packages/server/src/bulk/work/chunk.ts': "sql`UPDATE bulk_jobs SET status = 'failed'`\n",
    },
    complaints: ['a cycle', 'may not import @mailsift/server', 'a status is written only in bulk/state/'],
  },
  'node scripts/run.mjs ci/patterns/check.ts': {
    slow: true,
    files: {
      'openapi.json': '{ "pattern": "^(a*)*$" }',
      'packages/x/src/a.ts': 'export const slow = /(b*)*c/\nexport const made = new RegExp(String(slow))\n',
    },
    complaints: ['/(b*)*c/', 'openapi.json: /^(a*)*$/', 'write the regular expression as a literal'],
  },
  'node scripts/run.mjs scripts/check-words.ts': {
    files: { 'docs/a.md': 'A page that nobody finds.\n', 'packages/x/src/a.tsx': "const text = 'whoever reads it'\n" },
    complaints: ['docs/a.md:1', 'packages/x/src/a.tsx:1'],
  },
  'node scripts/run.mjs scripts/generate.ts --check': {
    slow: true,
    files: { 'openapi.json': '{}', 'docs/configuration.md': '# Configuration\n' },
    complaints: ['openapi.json is not up to date', 'docs/configuration.md is not up to date'],
  },
}

/** The step refuses the tree, for the very reasons that it was made for. */
export async function expectRefusal(step: string, sample: Sample): Promise<void> {
  const folder = makeTree(sample)
  const [command, ...args] = step.split(' ').map((word) => (/^(?:scripts|ci)\/./.test(word) ? join(ROOT, word) : word))
  const program = isAbsolute(command!) ? command! : join(ROOT, 'node_modules/.bin', command!)
  const child = spawn(command === 'node' ? process.execPath : program, args, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  expect(await ended, said).toBe(1)
  for (const complaint of sample.complaints) expect(said).toContain(complaint)
}

function makeTree({ config = [], installed = [], files }: Sample): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailsift-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of config) cpSync(join(ROOT, path), join(folder, path))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of installed) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
