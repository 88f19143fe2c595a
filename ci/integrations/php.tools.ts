// The PHP SDK and its recipes against the real service, as the PHP of this machine runs them.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execFile, findProgram } from '../../scripts/testing/programs.ts'
import { type ProxiedService, startProxiedService } from './proxied-service.ts'

const run = promisify(execFile)
const FOLDER = fileURLToPath(new URL('../../integrations/php', import.meta.url))
const GUIDE = readFileSync(join(FOLDER, '../../docs/guides/php.md'), 'utf8')
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8')

let service: ProxiedService
let folder: string
beforeAll(async () => {
  service = await startProxiedService()
  folder = await mkdtemp(join(tmpdir(), 'mailsift-php-'))
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Each run has its own account: what one leaves unfinished is not in the way of another. */
async function php(args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const environment = { ...process.env, ...(await service.newCaller()), ...env }
  const { stdout, stderr } = await run('php', ['-d', 'zend.assertions=1', ...args], { cwd, env: environment }).catch(
    (error) => {
      throw new Error(`${error.stdout}\n${error.stderr}`)
    },
  )
  return stdout + stderr
}

const phpunit = (file: string, env?: NodeJS.ProcessEnv) =>
  php(
    [findProgram('phpunit'), '--no-configuration', '--do-not-cache-result', '--bootstrap', 'bootstrap.php', file],
    join(FOLDER, 'tests'),
    env,
  )

test.each(['curl', 'psr18'])('the client holds what it promises with %s', async (transport) => {
  expect(await phpunit('ServiceTest.php', { TRANSPORT: transport })).toMatch(/^OK \(\d+ tests/m)
})

test('the recipes for Laravel and Symfony do what the guide says', async () => {
  for (const name of ['SafeEmailRule', 'SafeEmail', 'SafeEmailValidator'])
    expect(GUIDE).toContain(readFileSync(join(FOLDER, `examples/${name}.php`), 'utf8').trimEnd())
  // On a busy machine the service may be late, and the recipe is right not to wait: it is run again.
  await expect.poll(() => phpunit('RecipesTest.php').catch(String)).toMatch(/^OK \(3 tests/m)
})

const blocks = [...README.matchAll(/^```php\n(.*?)^```$/gms)].map(([, block = '']) => block)
/** The output of each block, in the order of the README. */
const printed = [
  /^ada\.lovelace@contoso\.com safe$/,
  /^Did you mean ann\.lee@gmail\.com\?$/,
  /^3 of 3\nada@contoso\.com safe\nnot an address invalid_email\ninfo@contoso\.com unsafe$/,
  /^completed 2 0$/,
  /^\d+ of \d+ jobs$/,
  /^The address has no @ sign\..* invalid_email \S+$/,
]

test.each(blocks.map((block, index) => ({ block, index })))(
  'block $index of the README runs as it stands',
  async ({ block, index }) => {
    await writeFile(join(folder, 'contacts.csv'), 'Name,E-Mail\nAda,ada@contoso.com\nDesk,info@contoso.com\n')
    await writeFile(join(folder, 'example.php'), `<?php\nrequire '${FOLDER}/autoload.php';\n${block}`)
    await expect.poll(async () => (await php(['example.php'], folder)).trim()).toMatch(printed[index]!)
  },
)

test('every block of the README has an expectation', () => expect(blocks.length).toBe(printed.length))
