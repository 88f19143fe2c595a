// A start after everything was killed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { spawn } from '../../../../../scripts/testing/programs.ts'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts'
import { socketFolderOf } from '../../../src/platform/postgres/socket.ts'
import { copyFolder } from '../../support/copy-folder.ts'
import { silentLog } from '../../support/database.ts'

const STARTS = 4

test('the embedded database starts after each kill -9, also where its old process number belongs to another process', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'mailsift-killed-'))
  const folder = join(parent, 'postgres')
  await copyFolder(inject('preparedFolder'), folder)
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  let server = await startEmbeddedPostgres({ folder, log: silentLog })
  onTestFinished(async () => {
    await server.stop()
    stranger.kill()
    await rm(parent, { recursive: true, force: true })
  })
  const warned: string[] = []
  const log = Object.assign(Object.create(silentLog), {
    warn: (_facts: unknown, message: string) => void warned.push(message),
  })
  for (let start = 0; start < STARTS; start++) {
    process.kill(server.pid, 'SIGKILL')
    await server.exited
    // PostgreSQL refuses to start where the process in this file lives.
    await writeFile(join(socketFolderOf(folder), '.s.PGSQL.5432.lock'), `${stranger.pid}\n${folder}\n0\n5432\n`)
    server = await startEmbeddedPostgres({ folder, log })
  }
  expect(warned).toEqual([])
})

test('a server that does not start is reported with its last lines, of which the first gives the reason', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'mailsift-killed-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'postgres')
  await copyFolder(inject('preparedFolder'), folder)
  const failed = startEmbeddedPostgres({ folder, log: silentLog, settings: { shared_preload_libraries: 'missing' } })
  await expect(failed).rejects.toThrow(/did not start: .*could not access file "missing"/s)
})
