import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { execFile } from '../../../../scripts/testing/programs.ts'
import { inNetworkOf, withoutNetwork } from '../support/namespaces.ts'
import { launchProgram, untilSays } from '../support/program.ts'

test('starts with default settings and validates where loopback is the only network', async () => {
  const byDefault = { REGISTRY_LOOKUPS: undefined, LIST_REFRESH: undefined, ENRICHMENT: undefined }
  const env = { DNS_SERVERS: undefined, LOOKUP_PATIENCE_MS: undefined, ...byDefault }
  const program = await launchProgram({ within: withoutNetwork(), env })
  await untilSays(program, /is ready/)
  const before = await program.pids()
  const [enter = '', ...args] = inNetworkOf(program.process.pid!)
  const curl = async (query: string) => {
    const credential = `service-email-api-token: ${await program.token()}`
    const url = `${program.origin}/v1/emails/validate?${query}`
    const written = ['--silent', '--output', '/dev/null', '--write-out', '%{http_code}']
    return (await promisify(execFile)(enter, [...args, 'curl', ...written, '--header', credential, url])).stdout
  }
  expect(await curl('email=jane.doe@gmail.com')).toBe('200')
  expect(await curl('email=jane.doe@gmail.com&validate_domain=1')).toBe('503')
  expect(await program.pids()).toEqual(before)
  expect(await program.stop()).toBe(0)
})
