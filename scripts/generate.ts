// Writes the files that are made from code: node scripts/run.mjs scripts/generate.ts [--check]
// `--check` writes nothing, and fails for a file that is not what the code says.
import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { configTables } from '../packages/server/src/config/describe.ts'
import { describeApi } from '../packages/server/src/openapi.ts'

const CONFIGURATION_HEAD = `# Configuration

Mailsift is configured by environment variables alone. Every one has a working default; \`npm run -s admin -- config\` prints
the values in force, with secrets masked, and names everything that is wrong with them at once.

`

const files: Record<string, () => Promise<string>> = {
  'openapi.json': async () => `${JSON.stringify(await describeApi(), null, 2)}\n`,
  'docs/configuration.md': async () => `${CONFIGURATION_HEAD}${configTables()}\n`,
}

const check = process.argv.includes('--check')
for (const [file, make] of Object.entries(files)) {
  const made = await make()
  const found = await readFile(file, 'utf8').catch(() => '')
  if (made === found) continue
  if (!check) await writeFile(file, made)
  else {
    console.error(`${file} is not up to date: run npm run generate.`)
    process.exitCode = 1
  }
}
