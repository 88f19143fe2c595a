// npm run verify [-- --all] [log files…] — checks the invariants of a running instance, with the same settings as its own.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { lookUpToken } from './accounts/token-lookup.ts'
import { createParts } from './app.ts'
import { readConfig } from './config/config.ts'
import { readPrivateFile } from './platform/data-folder/folder.ts'
import { createLog } from './platform/log.ts'
import { embeddedDatabaseUrl } from './platform/postgres/embedded.ts'
import { readMarks } from './verify/marks.ts'
import { verify } from './verify/verify.ts'

const settings = readConfig(process.env)
const databaseUrl =
  settings.databaseDirectUrl || settings.databaseUrl || (await embeddedDatabaseUrl(join(settings.dataDir, 'postgres')))
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
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await parts.close()
}
