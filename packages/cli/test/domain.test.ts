import { expect, onTestFinished, test } from 'vitest'
import { startStandIn, TOKEN } from '../../sdk/test/stand-in.ts'
import { mailsift } from './support/mailsift.ts'

async function run(...args: string[]) {
  const service = await startStandIn()
  onTestFinished(() => service.close())
  return mailsift(['domain', ...args], { env: { MAILSIFT_SERVER: service.origin, MAILSIFT_TOKEN: TOKEN } })
}

test('a domain report is a table that distinguishes unknown from absent, with the terms of blocklists', async () => {
  const { code, stdout } = await run('contoso.com')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^CHECK +STATE +DETAILS\n/)
  expect(stdout).toMatch(/^SPF +present +other senders: fail$/m)
  expect(stdout).toMatch(/^DMARC +absent/m)
  expect(stdout).toMatch(/^TLS-RPT +unknown +The name servers did not respond in time\.$/m)
  expect(stdout).toMatch(
    /^blocklist +listed +contoso\.com at bl\.example\n +127\.0\.0\.2\n +terms: https:\/\/bl\.example\/terms$/m,
  )
})

test('a report is printed as JSON, and a missing domain is wrong usage', async () => {
  expect(JSON.parse((await run('contoso.com', '--json')).stdout)).toMatchObject({ domain: 'contoso.com' })
  expect((await run()).code).toBe(2)
})
