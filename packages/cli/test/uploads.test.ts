// Unfinished uploads. Every PUT hangs: files are sent to a store that never responds.
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { spawn } from '../../../scripts/testing/programs.ts'
import { makeFolder } from './support/folder.ts'
import { CLEAN_ENV, jsonLines, mailsift, PROGRAM } from './support/mailsift.ts'
import { useService } from './support/service.ts'

const store = createServer()
const service = useService(async () => {
  await once(store.listen(0, '127.0.0.1'), 'listening')
  return { BASE_URL: `http://127.0.0.1:${(store.address() as AddressInfo).port}/v1` }
})
afterAll(() => {
  store.closeAllConnections()
  store.close()
})

const env = () => ({ ...service.env, MAILSIFT_SERVER: service.origin, MAILSIFT_TOKEN: service.token })
const run = (args: string[]) => mailsift(args, { env: env() })

async function interruptedClean(): Promise<number | null> {
  const file = join(await makeFolder(), 'in.csv')
  await writeFile(file, 'email\nada.lovelace@contoso.com\n')
  const put = once(store, 'request')
  const child = spawn(process.execPath, [PROGRAM, 'clean', file], { env: { ...CLEAN_ENV, ...env() }, stdio: 'ignore' })
  const exit = once(child, 'exit')
  await put
  child.kill('SIGINT')
  const [code] = await exit
  return code
}

test('Ctrl-C during an upload discards it, so a fourth one is not refused', async () => {
  for (let times = 0; times < 4; times++) {
    expect(await interruptedClean()).toBe(130)
    expect(await service.client.uploads.list()).toEqual([])
  }
})

test('pending uploads are listed, named when there are too many, and discarded by their id', async () => {
  expect(await run(['uploads'])).toEqual({ code: 0, stdout: '', stderr: 'No unfinished uploads.\n' })
  for (const filename of ['one.csv', 'two.csv', 'three.csv']) {
    const { status } = await fetch(`${service.origin}/v1/emails/bulk/upload`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'service-email-api-token': service.token },
      body: JSON.stringify({ filename, size_bytes: 2_000_000 }),
    })
    expect(status).toBe(201)
  }
  const { stdout } = await run(['uploads'])
  expect(stdout).toMatch(/^UPLOAD +FILE +BYTES +STARTED +EXPIRES\n[0-9a-f-]{36} {2}one\.csv +2,000,000 /)

  const file = join(await makeFolder(), 'in.csv')
  await writeFile(file, 'email\nada.lovelace@contoso.com\n')
  const refused = await run(['clean', file])
  expect(refused.code).toBe(4)
  expect(refused.stderr).toContain('Run `mailsift uploads`')

  const [first] = jsonLines((await run(['uploads', '--json'])).stdout)
  const discarded = await run(['uploads', '--discard', first.id])
  expect(discarded).toEqual({ code: 0, stdout: '', stderr: `Discarded upload ${first.id}.\n` })
  expect((await service.client.uploads.list()).map(({ filename }) => filename)).toEqual(['two.csv', 'three.csv'])
})
