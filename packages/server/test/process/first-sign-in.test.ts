// The first command of docs/guides/containers.md, in the environments that log JSON: a container, systemd, Kubernetes.
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { execFile } from '../../../../scripts/testing/programs.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { freePort, startProgram } from '../support/program.ts'

const ADMIN = fileURLToPath(new URL('../../bin/mailsift-admin.mjs', import.meta.url))

test.each([
  ['systemd, where the command is not given the port', { HOST: '127.0.0.1' }, undefined],
  ['a container, whose port is published on this machine', { HOST: '0.0.0.0' }, 'http://localhost:3000'],
  ['Kubernetes, behind its own name', { HOST: '0.0.0.0' }, 'https://mail.contoso.com'],
])('mailsift-admin sign-in-link prints a link that signs in: %s', async (_where, host, outside) => {
  const port = await freePort()
  const settings = { LOG_FORMAT: 'json', ...host, ...(outside && { BASE_URL: `${outside}/v1` }) }
  const { origin, dataDir, database, output } = await startProgram({ port, sharedDatabase: true, env: settings })
  for (const line of output().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()

  const env = { ...CHILD_ENV, ...settings, DATA_DIR: dataDir, DATABASE_URL: database!.url }
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'sign-in-link'], { env })
  const link = new URL(stdout.trim())
  expect(link.origin).toBe(outside ?? origin)

  const secret = new URLSearchParams(link.hash.slice(1)).get('sign-in')
  const response = await fetch(`${origin}/account/sign-in-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: link.host, origin: link.origin },
    body: JSON.stringify({ secret }),
  })
  expect(response.status).toBe(200)
})
