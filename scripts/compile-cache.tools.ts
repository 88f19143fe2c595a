import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execFileSync } from './testing/programs.ts'

const MODULE = new URL('./compile-cache.mjs', import.meta.url).href
const ANOTHER_USER = 65_534

test('a folder that another user prepared holds no compiled code of ours', async () => {
  if (process.getuid?.() !== 0) throw new Error('This test needs root, who can give a folder to another user.')
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-cache-'))
  await chown(folder, ANOTHER_USER, ANOTHER_USER)
  const program = `import { getCompileCacheDir } from 'node:module'
    import { keepCompiledCode } from '${MODULE}'
    keepCompiledCode(${JSON.stringify(folder)})
    console.log(getCompileCacheDir() ?? '')`
  const args = ['--input-type=module', '-e', program]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env.PATH } }).trim()).toBe('')
  await rm(folder, { recursive: true })
})
