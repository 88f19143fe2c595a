// npm run -s admin -- <command>: administers an installation, running or not.

import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { readPlans } from './accounts/plans/plans.ts'
import { type CommandContext, CommandError, EXIT } from './admin/commands/command.ts'
import { runCommandLine } from './admin/commands/command-line.ts'
import { allCommands } from './admin/commands/commands.ts'
import { openAdminDatabase, openNewDatabase } from './admin/commands/database.ts'
import { progressOn } from './admin/commands/progress.ts'
import { readSecretLine } from './admin/commands/secret-input.ts'
import { dnsOptionsOf, readConfig } from './config/config.ts'
import { describeConfig } from './config/describe.ts'
import { findOrigin } from './config/origin.ts'
import { blobStore } from './config/parsers.ts'
import { createMail, type Mail } from './mail/mail.ts'
import { openTransport } from './mail/transport.ts'
import type { BlobStore } from './platform/blobs/blobs.ts'
import { createDiskBlobs } from './platform/blobs/disk.ts'
import { openBlobs } from './platform/blobs/open.ts'
import { makeFolder, readPrivateFile } from './platform/data-folder/folder.ts'
import type { Database } from './platform/database/database.ts'
import { createLog } from './platform/log.ts'
import { readSecrets } from './platform/secrets.ts'
import { createSelfTest } from './probe/probe.ts'

const progress = progressOn(process.stderr)

const commands = allCommands({
  backups: { openPlace, newDatabase: () => openOnce(openNewDatabase), dataFolder, progress: progress.show },
  bounces: { mailDomain: readMailDomain },
  probe: { selfTest: openSelfTest, dailyMax: () => readConfig(process.env).probeDailyMax },
  openMail,
  readStatusSettings: () => readConfig(process.env),
  describeSettings: () => describeConfig(readConfig(process.env)),
})

let opening: Promise<Database> | undefined
let openingBlobs: Promise<BlobStore> | undefined

const context: CommandContext = {
  database: () => openOnce(openAdminDatabase),
  blobs() {
    openingBlobs ??= openBlobs(readConfig(process.env))
    return openingBlobs
  },
  origin: () => findOrigin(process.env),
  async engine() {
    const { loadEngine } = await import('@mailsift/engine/node')
    return loadEngine()
  },
  plans: () => readPlans(readConfig(process.env).plansFile),
  async secrets() {
    const { secret, dataDir } = readConfig(process.env)
    const text = secret || (await readPrivateFile(dataDir, 'secret'))
    return text ? readSecrets(text) : undefined
  },
  readSecret: (question) => readSecretLine(process.stdin, process.stderr, question),
}

async function readMailDomain(): Promise<string | undefined> {
  const { bounceListen, bounceDomain } = readConfig(process.env)
  return bounceListen ? bounceDomain || new URL(await findOrigin(process.env)).hostname : undefined
}

async function openSelfTest() {
  const config = readConfig({ ...process.env, PROBE: 'off' })
  if (!config.probeHelo || !config.probeSender || !config.probeAddress) return undefined
  const { createDnsClient } = await import('./platform/dns/client.ts')
  const dns = createDnsClient(dnsOptionsOf(config))
  const run = createSelfTest(dns, config)
  return () => run().finally(() => dns.close())
}

function openOnce(open: typeof openAdminDatabase): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir } = readConfig(process.env)
  opening ??= open({
    databaseUrl: databaseDirectUrl || databaseUrl,
    dataDir,
    log: createLog({ level: 'silent', format: 'json', role: 'admin' }),
  })
  return opening
}

function dataFolder(): string {
  return readConfig(process.env).dataDir
}

async function openPlace(name: string, use: 'read' | 'write'): Promise<BlobStore> {
  if (name.startsWith('s3:')) {
    const config = readConfig(process.env)
    // Files on their way lie apart from those of the service and of other places: a command removes what a killed one left.
    const dataDir = join(config.dataDir, 'backups', createHash('sha256').update(name).digest('hex').slice(0, 16))
    return openBlobs({ ...config, dataDir, blobStore: requireBucket(name) })
  }
  const folder = resolve(name)
  if (use === 'write')
    await makeFolder(folder).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`Cannot create the folder ${folder} (${error.code}).`)
    })
  return createDiskBlobs({ folder, linkBaseUrl: '', secrets: [Buffer.alloc(0)], uploadStallMs: 0 })
}

async function openMail(): Promise<Mail> {
  const transport = openTransport(readConfig(process.env))
  return createMail({ transport, origin: await findOrigin(process.env), secrets: [''] })
}

function requireBucket(name: string): string {
  try {
    return blobStore(name)
  } catch {
    throw new CommandError('Name an object store as s3://bucket/prefix.', EXIT.usage)
  }
}

// A closed pipe (`| head`) fails the write that meets it. As an unhandled event it would end the process and leave the
// database running.
process.stdout.on('error', () => undefined)

function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(new CommandError('The output was closed before everything was written.'))
      else resolve()
    })
  })
}

let closing: Promise<void> | undefined

function close(): Promise<void> {
  closing ??= closeAll()
  return closing
}

async function closeAll(): Promise<void> {
  progress.end()
  await opening?.then((database) => database.close()).catch(() => undefined)
  await openingBlobs?.then((blobs) => blobs.close()).catch(() => undefined)
}

// A database that was started for this command must not outlive it. npm passes on a Ctrl-C that the terminal has sent already, so the
// listeners stay.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void close().then(() => process.exit(130)))

process.exitCode = await runCommandLine(
  {
    commands,
    open: () => ({ context, close }),
    print: console.log,
    write,
    printError: console.error,
  },
  process.argv.slice(2),
)
