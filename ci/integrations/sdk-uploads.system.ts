// The SDKs in other languages upload 100,000 rows while the service, and then the program itself, is killed.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort, makeDataDir, type Program, startProgram } from '../../packages/server/test/support/program.ts'
import { eventually } from '../../scripts/eventually.ts'
import { type ChildProcessWithoutNullStreams, spawn } from '../../scripts/testing/programs.ts'

const ROWS = 100_000
const HERE = dirname(fileURLToPath(import.meta.url))
const ROOT = join(HERE, '../..')

type Sdk = { name: string; command: readonly string[]; env?: NodeJS.ProcessEnv }

const SDKS: readonly Sdk[] = [
  {
    name: 'Python',
    command: ['python3', join(HERE, 'clean.py')],
    env: { PYTHONPATH: join(ROOT, 'integrations/python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  },
  { name: 'PHP', command: ['php', join(HERE, 'clean.php')] },
]

const address = (row: number) => `ada.lovelace${row}@contoso.com`

describe.each(SDKS)('$name', ({ command, env }) => {
  test(`a file of ${ROWS} rows outlives kill -9 of the service in the upload and in the work, and of the program itself`, async () => {
    const dataDir = await makeDataDir()
    const port = await freePort()
    const start = () => startProgram({ dataDir, port })
    let service = await start()
    const token = await service.token()
    const folder = dirname(dataDir)
    const source = join(folder, 'contacts.csv')
    const target = join(folder, 'cleaned.csv')
    await writeFile(source, `n,email\n${Array.from({ length: ROWS }, (_, row) => `${row},${address(row)}\n`).join('')}`)

    const run = () => {
      const [program = '', ...args] = command
      const child = spawn(program, [...args, source, target, 'nightly-2026-05-04'], {
        env: { ...process.env, ...env, MAILSIFT_SERVER: service.origin, MAILSIFT_TOKEN: token },
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      return followed(child)
    }

    const first = run()
    await first.says(/^half$/m)
    await killAll(service)
    service = await start()
    first.child.stdin.write('\n')
    // The same upload, sent again; then the program dies, too.
    await first.says(/^processed/m)
    first.child.kill('SIGKILL')
    await first.ended

    const second = run()
    second.child.stdin.end()
    await second.says(/^processed [1-9]/m)
    await killAll(service)
    service = await start()
    await second.says(/^(completed|Traceback|PHP Fatal)/m)
    expect(await second.ended).toBe(0)

    let row = 0
    const lines = createInterface({ input: createReadStream(target) })[Symbol.asyncIterator]()
    expect((await lines.next()).value).toMatch(/^n,email,service\.error\.code,/)
    for await (const line of lines) {
      if (!line.startsWith(`${row},${address(row)},,`)) throw new Error(`Row ${row} is ${line}`)
      row++
    }
    expect(row).toBe(ROWS)
    expect((await readdir(folder)).filter((name) => name.startsWith('cleaned'))).toEqual(['cleaned.csv'])
    const read = async (path: string) => {
      const answer = await fetch(service.origin + path, { headers: { 'service-email-api-token': token } })
      return answer.json()
    }
    expect(await read('/v1/emails/bulk/groups')).toMatchObject({ total: 1 })
    await expect.poll(() => read('/account/usage'), { timeout: 60_000 }).toMatchObject({ total: ROWS })
    await rm(target)
  })
})

function followed(child: ChildProcessWithoutNullStreams) {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const says = (words: RegExp) =>
    eventually(() => {
      if (words.test(output)) return true
      if (child.exitCode !== null) throw new Error(`The program ended:\n${output}`)
      return false
    })
  return { child, ended, says }
}

/** Everything at once, PostgreSQL included, as when the machine loses its power. */
async function killAll(service: Program): Promise<void> {
  const { api, worker, postgres } = await service.pids()
  const exited = once(service.process, 'exit')
  service.process.kill('SIGKILL')
  for (const pid of [...api, ...worker, ...(postgres ? await withChildren(postgres) : [])]) killIfThere(pid)
  await exited
}

async function withChildren(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its parent.
  }
}
