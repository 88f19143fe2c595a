// The Python SDK and its recipes against the real service, as the Python of this machine runs them.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execFile } from '../../scripts/testing/programs.ts'
import { type ProxiedService, startProxiedService } from './proxied-service.ts'

const run = promisify(execFile)
const FOLDER = fileURLToPath(new URL('../../integrations/python', import.meta.url))
const GUIDE = readFileSync(join(FOLDER, '../../docs/guides/python.md'), 'utf8')
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8')
/** Debian has Django and pandas for its own Python. */
const SYSTEM_PYTHON = '/usr/bin/python3'

let service: ProxiedService
let folder: string
beforeAll(async () => {
  service = await startProxiedService()
  folder = await mkdtemp(join(tmpdir(), 'mailsift-python-'))
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Each run has its own account: what one leaves unfinished is not in the way of another. */
async function python(args: string[], cwd: string, program = 'python3'): Promise<string> {
  const env = {
    ...process.env,
    ...(await service.newCaller()),
    PYTHONPATH: join(FOLDER, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const { stdout, stderr } = await run(program, args, { cwd, env }).catch((error) => {
    throw new Error(`${error.stdout}\n${error.stderr}`)
  })
  return stdout + stderr
}

test.each(readdirSync(join(FOLDER, 'tests')).filter((name) => name.startsWith('test_')))('%s', async (file) => {
  expect(await python(['-W', 'error', file], join(FOLDER, 'tests'))).toMatch(/\nOK\n$/)
})

const blocks = [...README.matchAll(/^```python\n(.*?)^```$/gms)].map(([, block = '']) => block)
/** The output of each block, in the order of the README. */
const printed = [
  /^ada\.lovelace@contoso\.com True$/,
  /^Did you mean ann\.lee@gmail\.com\?$/,
  /^3 of 3\nada@contoso\.com True\nnot an address invalid_email\ninfo@contoso\.com False$/,
  /^completed 2 0$/,
  /^\d+ of \d+ jobs$/,
  /^ada@contoso\.com True\ninfo@contoso\.com False$/,
  /^The address has no @ sign\..* invalid_email \S+$/,
]

test.each(blocks.map((block, index) => ({ block, index })))(
  'block $index of the README runs as it stands',
  async ({ block, index }) => {
    await writeFile(join(folder, 'contacts.csv'), 'Name,E-Mail\nAda,ada@contoso.com\nDesk,info@contoso.com\n')
    await expect.poll(async () => (await python(['-c', block], folder)).trim()).toMatch(printed[index]!)
  },
)

test('every block of the README has an expectation', () => expect(blocks.length).toBe(printed.length))

test.each(['django', 'pandas'])('the recipe for %s does what its guide says', async (name) => {
  const recipe = readFileSync(join(FOLDER, `examples/${name}_recipe.py`), 'utf8')
  expect(GUIDE).toContain(`\`\`\`python\n${recipe}\`\`\``)
  // On a busy machine the service may be late, and the recipe is right not to wait: it is run again.
  const result = () => python([`test_${name}.py`], join(FOLDER, 'examples'), SYSTEM_PYTHON).catch(String)
  await expect.poll(result).toMatch(/\nOK\n$/)
})
