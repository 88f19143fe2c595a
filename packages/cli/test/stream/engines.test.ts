// Runs the commands of deploy/ and of the recipes in docs/ with input from ClickHouse and Spark.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { execFile, spawn } from '../../../../scripts/testing/programs.ts'
import { installCommand } from './installed-command.ts'

const CLICKHOUSE = new URL('../../../../deploy/clickhouse/mailsift_function.xml', import.meta.url)
const GUIDE = new URL('../../../../docs/guides/query-engines.md', import.meta.url)
const guide = readFileSync(GUIDE, 'utf8')

function functionOf(name: string): string {
  const found = [...readFileSync(CLICKHOUSE, 'utf8').matchAll(/<function>.*?<\/function>/gs)].find(([text]) =>
    text.includes(`<name>${name}</name>`),
  )
  return found![0]
}
const tag = (text: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(text)?.[1]

/** A process of a pool: it stays open, and each block of rows gets its results before the next is sent. */
async function startPool(command: string) {
  const { env } = await installCommand()
  const child = spawn('sh', ['-c', command], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let received = Buffer.alloc(0)
  child.stdout.on('data', (piece: Buffer) => {
    received = Buffer.concat([received, piece])
  })
  return {
    /** Sends a block and waits for the expected number of bytes. */
    async block(input: Buffer, answer: Buffer): Promise<void> {
      received = Buffer.alloc(0)
      child.stdin.write(input)
      await expect.poll(() => received.length).toBe(answer.length)
      expect(received).toEqual(answer)
    },
    async end(): Promise<void> {
      child.stdin.end()
      expect(await once(child, 'exit')).toEqual([0, null])
    },
  }
}

const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value)])
const nullable = (value: string | null) => (value === null ? Buffer.of(1) : Buffer.concat([Buffer.of(0), text(value)]))

test("ClickHouse's pool gets a tuple in RowBinary for each row of its chunks", async () => {
  const declared = functionOf('mailsift_verdict')
  expect([tag(declared, 'format'), tag(declared, 'send_chunk_header')]).toEqual(['RowBinary', '1'])
  expect(declared).toContain('<type>Nullable(String)</type>')
  expect(tag(declared, 'return_type')).toBe(
    'Tuple(status String, reason String, suggestion String, normalized String, safe_to_send Nullable(Bool))',
  )
  const tuple = (texts: string[], isSafe: boolean | null) =>
    Buffer.concat([...texts.map(text), isSafe === null ? Buffer.of(1) : Buffer.of(0, isSafe ? 1 : 0)])
  const ada = 'ada.lovelace@contoso.com'
  const pool = await startPool(tag(declared, 'command')!)
  for (let block = 0; block < 3; block++) {
    await pool.block(
      Buffer.concat([Buffer.from('3\n'), nullable(ada), nullable(null), nullable('bob.lee@gmial.com')]),
      Buffer.concat([
        tuple(['safe', 'ok', '', ada], true),
        tuple(['blank', 'no_address', '', ''], null),
        tuple(['unsafe', 'typo', 'bob.lee@gmail.com', 'bob.lee@gmial.com'], false),
      ]),
    )
  }
  await pool.end()
})

test("ClickHouse's pool gets a line for each row in TabSeparated, including an empty one", async () => {
  const declared = functionOf('mailsift_status')
  expect(tag(declared, 'format')).toBe('TabSeparated')
  const pool = await startPool(tag(declared, 'command')!)
  for (let block = 0; block < 2; block++)
    await pool.block(
      Buffer.from('ada.lovelace@contoso.com\n\n\\N\nnobody\n'),
      Buffer.from('safe\nblank\nblank\nunsafe\n'),
    )
  await pool.end()
})

test("the command of the recipe for Spark's rdd.pipe prints a line for each line of a partition", async () => {
  const command = /addresses\.pipe\("([^"]+)"\)/.exec(guide)![1]!
  const { env } = await installCommand()
  const child = promisify(execFile)('sh', ['-c', command], { env })
  child.child.stdin!.end('ada.lovelace@contoso.com\n\n"quoted\nnobody\n')
  expect((await child).stdout).toBe('safe\nblank\nunsafe\nunsafe\n')
})
