// The launcher on an older Node. None needs to be installed: this Node claims to be older and lacks the newer features.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './support/folder.ts'
import { mailsiftProcess } from './support/mailsift.ts'

async function onNode20(args: string[], arch: string) {
  const disguise = join(await makeFolder(), 'node-20.mjs')
  await writeFile(
    disguise,
    `import module from 'node:module'
    delete module.enableCompileCache
    module.syncBuiltinESMExports()
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.1' } })
    Object.defineProperty(process, 'version', { value: 'v20.11.1' })
    Object.defineProperty(process, 'arch', { value: '${arch}' })`,
  )
  return mailsiftProcess(args, { nodeOptions: ['--import', disguise], input: 'ada.lovelace@contoso.com\nnobody\n' })
}

const isPackaged = process.platform === 'linux' || (process.platform === 'win32' && process.arch === 'x64')

test.runIf(isPackaged)('an older Node starts the packaged one: arguments, stdin and exit code', async () => {
  const args = ['validate', '--local', '--fail-on', 'unsafe', '-']
  const { code, stdout, stderr } = await onNode20(args, process.arch)
  expect({ code, stderr }).toEqual({ code: 10, stderr: '' })
  expect(stdout).toMatch(/^safe +ada\.lovelace@contoso\.com\nmalformed +nobody {2}/)
})

test('without a packaged Node, one line says what to do', async () => {
  const { code, stdout, stderr } = await onNode20(['--version'], 'mips')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^Mailsift needs Node 24\.16 or later and this is v20\.11\.1\..* install Node 24\.\n$/)
})
