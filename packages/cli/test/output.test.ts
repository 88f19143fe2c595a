// Results that cannot be written, and a terminal that is gone.
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { execFile } from '../../../scripts/testing/programs.ts'
import { makeFolder } from './support/folder.ts'
import { CLEAN_ENV, EXAMPLE, mailsift, PROGRAM, type Run } from './support/mailsift.ts'
import { useService } from './support/service.ts'

const service = useService()
const countGroups = async () => (await service.client.groups.list().page()).total

/** `redirect` is shell, such as `> file`. */
function inShell(args: string[], redirect: string): Promise<Run> {
  const line = `"$0" "$@" ${redirect}`
  return new Promise((resolve) => {
    const env = { ...CLEAN_ENV, ...service.env }
    const child = execFile('sh', ['-c', line, process.execPath, PROGRAM, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}

test.for([
  ['no folder', 'missing/out.csv', /folder for .*out\.csv does not exist/],
  ['a folder', '.', /is a folder/],
] as const)('an output that is %s is refused before anything is submitted, or billed', async ([, name, complaint]) => {
  const folder = await makeFolder()
  const before = await countGroups()
  const { code, stderr } = await mailsift(['clean', EXAMPLE, '-o', join(folder, name)], { env: service.env })
  expect(code).toBe(2)
  expect(stderr).toMatch(complaint)
  expect(await countGroups()).toBe(before)
  expect(await readdir(folder)).toEqual([])
})

describe.runIf(process.platform === 'linux')('a full disk', () => {
  test.for(['-o /dev/full', '> /dev/full'])(
    '%s is reported, with the command that fetches the billed result',
    async (redirect) => {
      const { code, stderr } = await inShell(['clean', EXAMPLE], redirect)
      expect(code).toBe(2)
      expect(stderr).toMatch(/mailsift clean (?:'[^']+'|\S+) --resume [0-9a-f-]{36}/)
      expect(stderr).toMatch(/mailsift: .*(?:does not fit on the disk|no space left)/)
    },
  )

  test('is reported for the results of validate', async () => {
    const { code, stderr } = await inShell(['validate', '--local', 'ada.lovelace@contoso.com'], '> /dev/full')
    expect(code).toBe(2)
    expect(stderr).toMatch(/Cannot write to stdout: .*no space left/)
  })

  test('on stderr does not change the exit code', async () => {
    expect((await inShell(['clean', '--local', '/proc/nowhere/a.csv'], '2> /dev/full')).code).toBe(2)
    expect((await inShell(['clean', '--local', '/proc/nowhere/a.csv'], '2>&-')).code).toBe(2)
  })
})

test('the resume command names the output as given, also through npm', async () => {
  const output = join(await makeFolder(), 'of mailsift today.csv')
  const env = { ...service.env, npm_lifecycle_event: 'mailsift' }
  const file = new File(['email\nada.lovelace@contoso.com\n'], 'a.csv')
  const { id } = await service.client.csv.submit(file, { emailColumn: 'email' })
  await service.client.groups.wait(id)
  // Drops every connection. The first one interrupts the command instead of letting it retry for half a minute.
  const server = createServer((socket) => {
    socket.destroy()
    child.kill('SIGINT')
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gone = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = ['clean', '--resume', id, '-o', output, '--server', gone]
  const child = execFile(process.execPath, [PROGRAM, ...args], {
    env: { ...CLEAN_ENV, ...env, MAILSIFT_TOKEN: 'ms_w_x' },
  })
  let stderr = ''
  child.stderr?.on('data', (text) => {
    stderr += text
  })
  await new Promise((resolve) => child.once('close', resolve))
  expect(stderr).toContain(`npm run -s mailsift -- clean --resume ${id} -o '${output}' --server ${gone}\n`)
})
