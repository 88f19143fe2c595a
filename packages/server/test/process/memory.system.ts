import { readFileSync } from 'node:fs'
import process from 'node:process'
import { JSON_LIST_MAX_COUNT, SUBMISSION_BODY_MAX_BYTES } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { isFullRun, startProgram } from '../support/program.ts'

const RETURN_FACTOR = 1.25
const CLIENTS = 8
const ROUNDS = isFullRun ? 100 : 15
const VALIDATIONS_PER_ROUND = 100

test.runIf(process.platform === 'linux')(
  'after a load, the API returns to within 25 % of the memory that it had before',
  async () => {
    const program = await startProgram({ sharedDatabase: true, env: { API_PROCESSES: '1', WORKERS: '1' } })
    const [api] = (await program.pids()).api
    const megabytes = (name: 'VmRSS' | 'VmHWM') =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${api}/status`, 'utf8'))![1]) / 1024
    const headers = { 'service-email-api-token': await program.token(), 'content-type': 'application/json' }
    const before = megabytes('VmRSS')

    const bodies = [
      JSON.stringify({ emails: list(JSON_LIST_MAX_COUNT) }).padEnd(SUBMISSION_BODY_MAX_BYTES),
      `{"emails":[${'1,'.repeat(SUBMISSION_BODY_MAX_BYTES / 2 - 10)}1]}`,
    ]
    const load = async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const url = `${program.origin}/v1/emails`
        await (await fetch(`${url}/bulk`, { method: 'POST', headers, body: bodies[round % bodies.length]! })).text()
        const validations = list(VALIDATIONS_PER_ROUND).map((email) =>
          fetch(`${url}/validate?email=${email}`, { headers }),
        )
        await Promise.all(validations.map(async (answer) => (await answer).text()))
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, load))
    expect((await program.pids()).api).toEqual([api])
    // The highest that it was: on a busy machine, some of it is given back before the load is over.
    expect(megabytes('VmHWM')).toBeGreaterThan(before * RETURN_FACTOR)
    await expect.poll(() => megabytes('VmRSS'), { interval: 1_000 }).toBeLessThan(before * RETURN_FACTOR)
  },
)

function list(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `ada.lovelace${index}@mail.example`)
}
