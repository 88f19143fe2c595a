import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ValidationResult } from '@mailsift/sdk'
import { expect, test } from 'vitest'
import type { Context } from '../src/context.ts'
import { printOutcome } from '../src/outcome.ts'

const domain = { root: 'contoso.com', has_valid_mx_records: true }

async function shown(metadata: object, explain = false): Promise<string> {
  const stdout = new PassThrough()
  const result = {
    inbound: 'ada@contoso.com',
    normalized: 'ada@contoso.com',
    first_name: '',
    last_name: '',
    smtp_provider: 'unknown',
    validations: { safe_to_send: true },
    metadata: { username: { label: '' }, domain: metadata },
  } as unknown as ValidationResult
  const outcome = { index: 0, input: 'ada@contoso.com', result, error: null, tier: 'safe' } as const
  await printOutcome({ stdout } as unknown as Context, { ...outcome, reasons: [] }, { explain })
  stdout.end()
  return text(stdout)
}

test('a row says that the registration of its domain was not looked up, and why', async () => {
  expect(await shown(domain)).toMatch(/Registration not looked up/)
  expect(await shown(domain, true)).toMatch(/registry +Not looked up: it did not answer in time/)
  expect(await shown({ ...domain, root: 'tienda.es' }, true)).toMatch(/registry +Publishes no registration data/)
})

test('a row with a registry result, or without domain checks, does not mention registration', async () => {
  expect(await shown({ ...domain, epp_statuses: [] })).not.toMatch(/regist/i)
  expect(await shown({ root: 'contoso.com' }, true)).not.toMatch(/regist/i)
})
