// A small project of the same shape as this one, with its real build scripts, for tests.
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type ChildProcess, execFile } from '../testing/programs.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Needs no built part, as all programs but the service itself. */
export const PROGRAM = 'packages/server/src/admin.ts'
/** All that the bundle contains; their content does not matter here. */
const OTHERS = [
  'packages/server/src/main.ts',
  'packages/server/src/verify.ts',
  'packages/server/src/platform/watchdog/thread.ts',
  'packages/server/src/bounces/receive/mail-reader/thread.ts',
  'packages/cli/src/main.ts',
  'packages/cli/src/stream/thread.ts',
  ...['clean', 'command', 'contract', 'csv', 'engine', 'intake', 'mcp', 'sdk'].map(
    (name) => `packages/${name}/src/a.ts`,
  ),
]
const COPIED = ['package-lock.json', 'packages/guard/build', 'packages/server/src/platform/source-place.ts', 'scripts']

type Outcome = { code: number | null; output: string; errors: string }
export type Project = {
  root: string
  /** Where the user's cache folder is. */
  home: string
  write(path: string, text: string): Promise<void>
  run(...command: string[]): Promise<Outcome>
  start(): Promise<Outcome>
  /** A start that the test ends. */
  begin(): ChildProcess
}

export async function makeProject(files: Record<string, string>): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [root, home] = [join(folder, 'a clone'), join(folder, 'home')]
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  for (const path of COPIED) await cp(join(ROOT, path), join(root, path), { recursive: true })
  await mkdir(home)
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  await write('package.json', '{ "type": "module" }')
  for (const path of OTHERS) await write(path, '')
  for (const [path, text] of Object.entries(files)) await write(path, text)
  const { XDG_CACHE_HOME: _, ...environment } = process.env
  const options = { cwd: root, env: { ...environment, HOME: home } }
  const run = (...command: string[]) =>
    new Promise<Outcome>((resolve) => {
      const child = execFile(process.execPath, ['scripts/run.mjs', ...command], options, (_, output, errors) =>
        resolve({ code: child.exitCode, output: output.trim(), errors }),
      )
    })
  const begin = () => execFile(process.execPath, ['scripts/run.mjs', PROGRAM], options)
  return { root, home, write, run, start: () => run(PROGRAM), begin }
}
