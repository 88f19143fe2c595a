// deploy/warehouse/nginx.conf.template, run by nginx as its image does: ${…} is filled in from the environment.
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { spawn } from '../../../../scripts/testing/programs.ts'
import { freePort } from '../support/program.ts'
import { useValidationApp } from '../validation/validation-app.ts'

const TEMPLATE = new URL('../../../../deploy/warehouse/nginx.conf.template', import.meta.url)

async function useProxy(settings: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-warehouse-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const site = (await readFile(TEMPLATE, 'utf8')).replace(/\$\{(\w+)\}/g, (_, name: string) => settings[name]!)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const main = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${places.join(' ')} ${site} }`
  await writeFile(join(folder, 'main.conf'), main)
  const words = ['-p', folder, '-c', join(folder, 'main.conf'), '-g', 'daemon off;']
  const nginx = spawn('nginx', words, { stdio: 'ignore' })
  const ended = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
}

test("the proxy of BigQuery replaces Google's identity token by the API token, and serves nothing else", async () => {
  const app = await useValidationApp()
  const port = await freePort()
  await useProxy({ PORT: String(port), MAILSIFT_URL: app.url, MAILSIFT_TOKEN: app.token })
  const origin = `http://127.0.0.1:${port}`
  const elsewhere = await eventually(async () => fetch(`${origin}/v1/emails/validate`).catch(() => undefined))
  expect(elsewhere.status).toBe(404)
  const request = { requestId: '1', caller: '//bigquery', calls: [['ada.lovelace@contoso.com']] }
  const send = () =>
    fetch(`${origin}/bigquery`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer eyJhbGciOi.SIGNATURE_REMOVED_BY_GOOGLE' },
      body: JSON.stringify(request),
    })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
  expect(await again.text()).toBe(await first.text())
  expect(await app.ledgerUnits()).toBe(1)
})
