import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts'
import { silentLog } from '../../support/database.ts'

test('a first start removes the draft of one that was killed, and leaves one complete database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailsift-cluster-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'pgdata.new-left'))
  const server = await startEmbeddedPostgres({ folder, log: silentLog })
  await server.stop()
  expect(readdirSync(folder).filter((name) => name.startsWith('pgdata'))).toEqual(['pgdata'])
})
