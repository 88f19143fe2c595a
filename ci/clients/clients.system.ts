// Clients that others generate from openapi.json: made, compiled, and used against the running service.
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../../packages/server/test/bulk/service.ts'
import { execFile } from '../../scripts/testing/programs.ts'

const run = promisify(execFile)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const TSC = here('../node_modules/typescript/lib/tsc.js')

const COMPILER_OPTIONS = {
  target: 'es2024',
  module: 'nodenext',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'],
  typeRoots: [here('../../node_modules/@types')],
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

const PROGRAM = `
import { createClient } from './hey-api/client/index.ts'
import { readJob, submitBulk, validateEmail } from './hey-api/sdk.gen.ts'
import type { Job, Problem, ValidationResult } from './hey-api/types.gen.ts'
import createFetchClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

const { ORIGIN, TOKEN } = process.env as { ORIGIN: string; TOKEN: string }
const headers = { 'SERVICE-EMAIL-API-TOKEN': TOKEN }
const email = 'ada.lovelace+news@contoso.com'

const one = createFetchClient<paths>({ baseUrl: ORIGIN, headers })
const validated = await one.GET('/v1/emails/validate', { params: { query: { email } } })
const first: components['schemas']['ValidationResult'] = validated.data!
// @ts-expect-error a flag is no number
const wrong: number = first.validations.safe_to_send
const refused = await one.GET('/v1/emails/validate', { params: { query: { email: 'nothing' } } })
const problem: components['schemas']['Problem'] = refused.error!
const contacts = await one.GET('/v1/contacts', { params: { query: { take: 5 } } })

const client = createClient({ baseUrl: ORIGIN, headers })
const second: ValidationResult = (await validateEmail({ client, query: { email }, throwOnError: true })).data
const other = await validateEmail({ client, query: { email: 'nothing' } })
const problemToo = other.error as Problem
const submitted = await submitBulk({ client, body: { emails: [email, 'nothing'] }, throwOnError: true })
if (!('job' in submitted.data)) throw new Error('a list became a file')
let job: Job = submitted.data.job
while (job.status === 'pending' || job.status === 'processing')
  job = (await readJob({ client, path: { jobId: job.id }, throwOnError: true })).data.job

console.log(JSON.stringify({
  normalized: [first.normalized, second.normalized],
  codes: [problem.code, problemToo.code],
  contacts: contacts.data!.totalItems,
  job: [job.status, job.success, job.errors],
}))
`

let service: Service
let folder: string
beforeAll(async () => {
  service = await startService()
  folder = await mkdtemp(join(tmpdir(), 'mailsift-clients-'))
  await symlink(here('node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['program.ts'] }),
  )
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

test('clients of openapi-typescript and @hey-api/openapi-ts are made, compile strictly, and get typed answers', async () => {
  const { token } = await service.newCaller()
  await run(process.execPath, [here('generate.ts'), here('../../openapi.json'), folder])
  await run(process.execPath, [TSC, '-p', folder])
  const env = { ...process.env, ORIGIN: service.origin, TOKEN: token }
  const { stdout } = await run(process.execPath, [join(folder, 'program.ts')], { env })
  expect(JSON.parse(stdout)).toEqual({
    normalized: ['ada.lovelace@contoso.com', 'ada.lovelace@contoso.com'],
    codes: ['invalid_email', 'invalid_email'],
    contacts: 0,
    job: ['completed', 1, 1],
  })
})
