// npm run verify [-- --all] [log files…] — checks the invariants of a running instance, with the same settings as its own.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { lookUpToken } from './accounts/tokens/token-lookup.ts'
import { createParts } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { readPrivateFile } from './platform/data-folder/folder.ts'
import { requireDatabase } from './platform/database/migrate.ts'
import { StartupError } from './platform/fatal.ts'
import { createLog } from './platform/log.ts'
import { embeddedDatabaseUrl } from './platform/postgres/embedded.ts'
import { readMarks } from './verify/marks.ts'
import { verify } from './verify/verify.ts'

try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run(): Promise<number> {
  const settings = readConfig(process.env)
  const databaseUrl = await findDatabase(settings)
  const secret = settings.secret || ((await readPrivateFile(settings.dataDir, 'secret')) ?? '')
  const config = { ...settings, databaseUrl, secret }
  const parts = await createParts(config, createLog({ level: 'warn', format: config.logFormat, role: 'verify' }))
  try {
    const { db } = parts.database
    const token = await readPrivateFile(config.dataDir, 'token')
    const caller = token && (await lookUpToken(db, token))
    const tokens = token && caller ? [{ token, userId: caller.caller.userId }] : []
    const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true })
    const logs = await Promise.all(positionals.map(async (name) => ({ name, text: await readFile(name, 'utf8') })))
    const { blobs, engine } = parts
    const marks = values.all ? undefined : await readMarks(db)
    const violations = await verify({ db, blobs, engine, logs, marks, http: { baseUrl: config.baseUrl, tokens } })
    await marks?.store(violations)
    for (const { invariant, subject, what } of violations) console.error(`invariant ${invariant}: ${subject}: ${what}`)
    if (marks && marks.skipped() > 0)
      console.log(`${marks.skipped()} jobs and files were read by an earlier run; --all reads them again.`)
    console.log(violations.length === 0 ? 'All invariants hold.' : `${violations.length} violations.`)
    return violations.length === 0 ? 0 : 1
  } finally {
    await parts.close()
  }
}

async function findDatabase({ databaseDirectUrl, databaseUrl, dataDir }: Config): Promise<string> {
  const outside = databaseDirectUrl || databaseUrl
  if (outside) {
    await requireDatabase(outside)
    return outside
  }
  try {
    const url = await embeddedDatabaseUrl(join(dataDir, 'postgres'))
    await requireDatabase(url)
    return url
  } catch {
    throw new StartupError(
      `Mailsift does not run on the data folder ${dataDir}. Start it (npm start), or set DATA_DIR or DATABASE_URL as it has them.`,
    )
  }
}
