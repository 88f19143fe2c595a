import { readFileSync } from 'node:fs'
import { copyFile, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { spawn } from '../../../scripts/testing/programs.ts'
import { makeFolder } from './support/folder.ts'
import { CLEAN_ENV, EXAMPLE, PROGRAM } from './support/mailsift.ts'
import { useProgram } from './support/service.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
/** Each shell block, and the output that the README shows. */
const blocks = [...README.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)].map(
  ([, shell, printed]) => [shell!, printed] as const,
)

const service = useProgram()

test.for(blocks)('block %$ of the README runs as printed', async ([shell, printed]) => {
  const folder = await makeFolder()
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await symlink(PROGRAM, join(bin, 'mailsift'))
  await symlink(process.execPath, join(bin, 'node'))
  await copyFile(EXAMPLE, join(folder, 'contacts.csv'))
  const env = { ...CLEAN_ENV, ...service.env, PATH: `${bin}:${CLEAN_ENV.PATH}` }
  const child = spawn('sh', ['-euc', shell], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ])
  expect(code, stderr).toBe(0)
  // Only errors start with the name of the command; empty lists print a plain note.
  expect(stderr).not.toMatch(/^(?:mailsift|sh): /m)
  if (printed !== undefined) expect(stdout).toBe(printed)
})

test('the README has blocks', () => expect(blocks.length).toBeGreaterThan(5))
