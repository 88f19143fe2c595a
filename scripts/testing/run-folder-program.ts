// A runner of tests as run-folder.test.ts needs one: with the folder of a run, a database, a child, and no end of its own.
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../packages/server/src/platform/postgres/embedded.ts'
import { copyFolder } from '../../packages/server/test/support/copy-folder.ts'
import setUp, { memoryFolderOf } from './run-folder.ts'

const [prepared] = process.argv.slice(2) as [string]
setUp()
const memory = memoryFolderOf(tmpdir())
await copyFolder(prepared, memory)
const postgres = await startEmbeddedPostgres({ folder: memory, log: pino({ level: 'silent' }) })
const child = spawn('sleep', ['600'], { stdio: 'ignore', detached: true })
process.send!({ folder: tmpdir(), memory, pids: [postgres.pid, child.pid] })
process.once('message', () => {
  throw new Error('The runner crashes.')
})
