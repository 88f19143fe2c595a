// What the files in deploy/ and the recipes in docs/ start, fed as ClickHouse and Spark feed it.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { installCommand } from './installed-command.ts'

const CLICKHOUSE = new URL('../../../../deploy/clickhouse/mailsift_function.xml', import.meta.url)
const GUIDE = new URL('../../../../docs/guides/query-engines.md', import.meta.url)
const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))
const guide = readFileSync(GUIDE, 'utf8')

function functionOf(name: string): string {
  const found = [...readFileSync(CLICKHOUSE, 'utf8').matchAll(/<function>.*?<\/function>/gs)].find(([text]) =>
    text.includes(`<name>${name}</name>`),
  )
  return found![0]
}
const tag = (text: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(text)?.[1]

/** A process of a pool: it stays open, and each block of rows is answered before the next is sent. */
async function startPool(command: string) {
  const { env } = await installCommand()
  const child = spawn('sh', ['-c', command], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let received = Buffer.alloc(0)
  child.stdout.on('data', (piece: Buffer) => {
    received = Buffer.concat([received, piece])
  })
  return {
    /** Sends a block and waits for as many bytes as its answer has. */
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

test("ClickHouse's pool gets a line for each row in TabSeparated, also for an empty one", async () => {
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

/** As much of pandas and pyspark as the recipe uses. */
const PANDAS = `
class Series(list):
    def __init__(self, values, index=None):
        super().__init__(values)
        self.index = index if index is not None else list(range(len(self)))
    @property
    def iloc(self):
        return self
`
const DRIVER = `
import sys
sys.path.insert(0, sys.argv[1])
exec(open(sys.argv[1] + "/recipe.py").read())
batches = [pd.Series(["ada.lovelace@contoso.com", None, "nobody"] * 1000), pd.Series([]), pd.Series(["info@mailinator.com"])]
for result in mailsift_status(iter(batches)):
    print(len(result), ",".join(dict.fromkeys(result)))
`

test.skipIf(!PYTHON)('the recipe for a pandas UDF of Spark answers every batch of a partition', async () => {
  const recipe = /```text\n(import json.*?)```/s.exec(guide)![1]!
  const { folder, env } = await installCommand()
  await mkdir(join(folder, 'pyspark', 'sql'), { recursive: true })
  await writeFile(join(folder, 'pandas.py'), PANDAS)
  await writeFile(
    join(folder, 'pyspark', 'sql', 'functions.py'),
    'def pandas_udf(kind):\n    return lambda function: function\n',
  )
  await writeFile(join(folder, 'recipe.py'), recipe)
  const { stdout } = await promisify(execFile)(PYTHON!, ['-c', DRIVER, folder], { env })
  expect(stdout).toBe('3000 safe,blank,unsafe\n0 \n1 unsafe\n')
})
