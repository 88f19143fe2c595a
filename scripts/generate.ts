// Writes the files that are made from code: node scripts/run.mjs scripts/generate.ts [--check]
// `--check` writes nothing, and fails for a file that is not what the code says.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
import { ERROR_CODES, ERROR_HELP, ERRORS } from '@mailsift/contract'
import { configTables } from '../packages/server/src/config/describe.ts'
import { describeApi } from '../packages/server/src/openapi.ts'
import { readModels } from './sdk-models/models.ts'
import { phpModels } from './sdk-models/php.ts'
import { pythonModels, pythonSync } from './sdk-models/python.ts'

const CONFIGURATION_HEAD = `# Configuration

Mailsift is configured by environment variables alone. Every one has a working default; \`npm run -s admin -- config\` prints
the values in force, with secrets masked, and names everything that is wrong with them at once.

`

/** Problem details link to the page of their code, so the anchors are the codes. */
function errorsPage(): string {
  const sections = ERROR_CODES.map((code) => {
    const { status, title } = ERRORS[code]
    const { cause, fix } = ERROR_HELP[code]
    return `## ${code}\n\n**${status}** ${title}.\n\n${cause}\n\n${fix}\n`
  })
  return `# Errors

Every error is a problem detail ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) with a \`code\` that does not change. Its \`detail\` says what
was wrong with this request, and \`errors\` points at each value that was refused. Quote \`request_id\` when you ask for help.

${sections.join('\n')}`
}

const PHP_MODELS = 'integrations/php/src/Model'
const PYTHON = 'integrations/python/src/mailsift'

/** The models of the SDKs follow the description, which is the same object as in openapi.json. */
const models = async () => readModels(JSON.parse(JSON.stringify(await describeApi())))

const files: Record<string, () => Promise<string>> = {
  'openapi.json': async () => `${JSON.stringify(await describeApi(), null, 2)}\n`,
  'docs/errors.md': async () => errorsPage(),
  'docs/configuration.md': async () => `${CONFIGURATION_HEAD}${configTables()}\n`,
  [`${PYTHON}/models.py`]: async () => pythonModels(await models()),
  ...Object.fromEntries(
    readdirSync(`${PYTHON}/_async`)
      .filter((name) => name.endsWith('.py'))
      .map((name) => [
        `${PYTHON}/_sync/${name}`,
        async () => pythonSync(readFileSync(`${PYTHON}/_async/${name}`, 'utf8')),
      ]),
  ),
}

for (const [name, text] of Object.entries(phpModels(await models()))) files[`${PHP_MODELS}/${name}`] = async () => text

const check = process.argv.includes('--check')
for (const [file, make] of Object.entries(files)) {
  const made = await make()
  const found = await readFile(file, 'utf8').catch(() => '')
  if (made === found) continue
  if (!check) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, made)
  } else {
    console.error(`${file} is not up to date: run npm run generate.`)
    process.exitCode = 1
  }
}
