// npm run verify [-- --all] [log files…] — checks the invariants of a running instance, with the same settings as its own.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { createParts } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { findOrigin } from './config/origin.ts'
import { lookUpToken } from './credentials/tokens/token-lookup.ts'
import { BlobsUnavailableError } from './platform/blobs/blobs.ts'
import { readPrivateFile } from './platform/data-folder/folder.ts'
import { explainDatabaseError } from './platform/database/describe-failure.ts'
import { isDatabaseUnavailable } from './platform/database/errors.ts'
import { requireDatabase } from './platform/database/migrate.ts'
import { StartupError } from './platform/fatal.ts'
import { createLog } from './platform/log.ts'
import { embeddedDatabaseUrl } from './platform/postgres/embedded.ts'
import { readCheckpoints } from './verify/checkpoints.ts'
import { verify } from './verify/verify.ts'

try {
  process.exitCode = await run()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

/** One line for what the operator can put right; the stack of a fault of this program. */
function explain(error: unknown): string {
  if (error instanceof StartupError || error instanceof BlobsUnavailableError) return `Not verified. ${error.message}`
  if (isDatabaseUnavailable(error)) return `Not verified. ${explainDatabaseError(error).message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Before anything is opened: a mistake in the command is neither a fault of the program nor of the database. */
async function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true })
    const logs = await Promise.all(positionals.map(async (name) => ({ name, text: await readFile(name, 'utf8') })))
    return { readsAll: values.all === true, logs }
  } catch (error) {
    const [reason] = (error as Error).message.split(/\. |\n/)
    throw new StartupError(`${reason}. Usage: npm run verify [-- --all] [log files]`)
  }
}

async function run(): Promise<number> {
  const { readsAll, logs } = await readArguments()
  const settings = readConfig(process.env)
  const databaseUrl = await findDatabase(settings)
  const secret = settings.secret || ((await readPrivateFile(settings.dataDir, 'secret')) ?? '')
  const config = { ...settings, databaseUrl, secret }
  const parts = await createParts(config, createLog({ level: 'error', format: config.logFormat, role: 'verify' }))
  try {
    const { db } = parts.database
    const token = await readPrivateFile(config.dataDir, 'token')
    const caller = token && (await lookUpToken(db, token))
    const tokens = token && caller ? [{ token, accountId: caller.caller.accountId }] : []
    const { blobs, engine } = parts
    const checkpoints = readsAll ? undefined : await readCheckpoints(db)
    const baseUrl = `${await findOrigin(process.env)}/v1`
    const violations = await verify({ db, blobs, engine, logs, checkpoints, http: { baseUrl, tokens } })
    await checkpoints?.store(violations)
    for (const { invariant, subject, what } of violations) console.error(`invariant ${invariant}: ${subject}: ${what}`)
    if (checkpoints && checkpoints.skipped() > 0)
      console.log(`${checkpoints.skipped()} jobs and files were read by an earlier run; --all reads them again.`)
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
      `Mailsift is not running with the data folder ${dataDir}. Start it (npm start), or set the DATA_DIR or DATABASE_URL that it uses.`,
    )
  }
}
