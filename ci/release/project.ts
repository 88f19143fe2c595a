// An empty project with the tarballs installed, and the programs that use them there.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { Instance } from './service.ts'
import { QUIET_INSTALL } from './tools.ts'

const run = promisify(execFile)

/** In the whole environment, since settings for npm's registry may stand there. */
async function npmInstall(folder: string, args: readonly string[]): Promise<void> {
  await runIn({ folder, env: process.env }, 'npm', ['install', ...QUIET_INSTALL, ...args])
}

export const requireFrom = (folder: string) => createRequire(join(folder, 'package.json'))

export type Project = { folder: string; env: NodeJS.ProcessEnv }

/** Validates with the engine and asks the service; in every runtime the same. */
const USE = `
const verdict = createEngine(data).validate('John.Smith+news@gmail.com')
if (!verdict.ok || verdict.normalizedLocal !== 'johnsmith') throw new Error('the engine validated ' + JSON.stringify(verdict))
const beyond = createEngine(data).validate('jörg@münchen.de')
if (!beyond.ok || beyond.domain.normalized !== 'xn--mnchen-3ya.de') throw new Error('the engine read ' + JSON.stringify(beyond))
const result = await mailsift.validate('ada.lovelace@contoso.com')
if (result.validations.safe_to_send !== true) throw new Error('the service said ' + JSON.stringify(result))
const { rows } = await cleanList(mailsift, new Blob(['sep=;\\nName;Mail\\nAda;Ada <ada.lovelace@contoso.com>\\n']))
for await (const { address, answer } of rows)
  if (address !== 'ada.lovelace@contoso.com' || answer?.flags.safe_to_send !== 'true') throw new Error('the list said ' + JSON.stringify(answer))
const error = await mailsift.validate('nobody').catch((error) => error)
if (!isApiError(error, 'invalid_email')) throw error
console.log('used')
`

const NODE_ESM = `
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createEngine } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { isApiError, Mailsift } from '@mailsift/sdk'
import { cleanList } from '@mailsift/sdk/lists'
const data = readFileSync(createRequire(import.meta.url).resolve('@mailsift/engine/data/console.bin'))
if (!loadEngine().validate('john.smith@gmail.com').ok) throw new Error('loadEngine')
const mailsift = Mailsift.fromEnv()
${USE}`

const NODE_CJS = `
const { readFileSync } = require('node:fs')
const { createEngine } = require('@mailsift/engine')
const { loadEngine } = require('@mailsift/engine/node')
const { isApiError, Mailsift } = require('@mailsift/sdk')
const { cleanList } = require('@mailsift/sdk/lists')
const data = readFileSync(require.resolve('@mailsift/engine/data/console.bin'))
if (!loadEngine().validate('john.smith@gmail.com').ok) throw new Error('loadEngine')
const mailsift = Mailsift.fromEnv()
;(async () => {${USE}})().catch((error) => { console.error(error); process.exit(1) })
`

/** For bundlers: the data comes from outside, as a page would fetch it. */
const WEB = `
import { createEngine } from '@mailsift/engine'
import { createGuardEngine } from '@mailsift/engine/guard'
import { isApiError, Mailsift } from '@mailsift/sdk'
import { cleanList } from '@mailsift/sdk/lists'
export async function use(data, guardData, token, baseUrl) {
  if (createGuardEngine(guardData).suggest('ann@gmial.com')?.address !== 'ann@gmail.com') throw new Error('the guard')
  const mailsift = new Mailsift({ token, baseUrl })
  ${USE.replace("console.log('used')", "return 'used'")}
}
`

const TYPED = `
import { createEngine, type Engine } from '@mailsift/engine'
import { type Job, Mailsift } from '@mailsift/sdk'
const engine: Engine = createEngine(new Uint8Array())
const mailsift = new Mailsift({ token: 'ms_r_x' })
export async function use() {
  const { validations } = await mailsift.validate('ada@contoso.com')
  const safe: boolean = validations.safe_to_send
  // @ts-expect-error results are typed
  const wrong: number = validations.safe_to_send
  const job: Job = await mailsift.bulk.submit(['ada@contoso.com'])
  // @ts-expect-error no such status
  const isDone = job.status === 'done'
  // @ts-expect-error no credential at all
  new Mailsift({})
  return [engine.validate('x'), safe, wrong, isDone]
}
`

const TYPED_GUARD = `
import { defineGuard, type Guard, type GuardState, watchInput } from '@mailsift/guard'
defineGuard({ data: '/guard.bin', block: ['disposable'] })
const guard: Guard = watchInput(document.createElement('input'), {
  data: new Uint8Array(),
  onChange: ({ suggestion, blocks }: GuardState) => {
    const meant: string | undefined = suggestion
    // @ts-expect-error the state is typed
    const wrong: number = blocks
    return [meant, wrong]
  },
})
// @ts-expect-error no such thing to block
watchInput(document.createElement('input'), { data: '', block: ['everything'] })
guard.stop()
`

/** The typing that the README of the guard gives to people who write React in TypeScript. */
const TYPED_REACT = `
import { defineGuard } from '@mailsift/guard'
import { useEffect } from 'react'
export function Form() {
  useEffect(() => defineGuard({ data: '/guard.bin' }), [])
  return <mailsift-guard block="disposable" site-key="mk_x" className="wide"><input type="email" /></mailsift-guard>
}
`

function typesOfElement(folder: string): string {
  const readme = readFileSync(join(folder, 'node_modules', '@mailsift', 'guard', 'README.md'), 'utf8')
  return /^```ts\n([\s\S]*?)^```$/m.exec(readme)![1]!
}

export async function installProject(tarballs: readonly string[], { origin, token }: Instance): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'mailsift-project-'))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"name":"empty"}\n')
  await npmInstall(folder, tarballs)
  const files = {
    'use.mjs': NODE_ESM,
    'use.cjs': NODE_CJS,
    'web.js': WEB,
    'typed.mts': TYPED,
    'typed.cts': TYPED,
    'typed.ts': TYPED,
    'typed-guard.mts': TYPED_GUARD,
    'typed-guard.cts': TYPED_GUARD,
    'typed-guard.ts': TYPED_GUARD,
    'typed-react.tsx': TYPED_REACT,
    'mailsift-guard.d.ts': typesOfElement(folder),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { PATH, HOME } = process.env
  return { folder, env: { PATH, HOME, MAILSIFT_TOKEN: token, MAILSIFT_SERVER: origin } }
}

/** As the README of DuckDB's package says, for a person who has the command already. The folder of the programs. */
export async function installGlobally(tarballs: readonly string[], prefix: string): Promise<string> {
  mkdirSync(prefix)
  const named = (pattern: RegExp) => tarballs.filter((path) => pattern.test(basename(path)))
  for (const parts of [named(/^mailsift-(engine-|sdk-|\d)/), named(/^mailsift-(engine-|sdk-|duckdb-|\d)/)])
    await npmInstall(prefix, ['--global', '--prefix', prefix, ...parts])
  return join(prefix, 'bin')
}

/** Adds packages to the project for one use, as if its owner had them. */
export const addPackages = ({ folder }: Project, packages: readonly string[]) =>
  npmInstall(folder, ['--no-save', ...packages])

/** Runs a program in the project; what it prints, or an error with what it said. */
export async function runIn({ folder, env }: Project, command: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(command, [...args], { cwd: folder, env, timeout: 600_000 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`${message.split('\n')[0]}\n${stdout}${stderr}`.trim())
  }
}
