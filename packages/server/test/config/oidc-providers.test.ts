import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { describeConfig } from '../../src/config/describe.ts'

const PROVIDER = {
  id: 'contoso',
  name: 'Contoso',
  issuer: 'https://auth.contoso.com/application/o/mailsift/',
  client_id: 'mailsift',
  client_secret: 'a secret',
}
const BASE_URL = 'https://mail.contoso.com/v1'
const read = (providers: unknown, environment = {}) =>
  readConfig({ BASE_URL, OIDC_PROVIDERS: JSON.stringify(providers), ...environment })

test('a provider is read as it is written, with the least access as the default', () => {
  expect(read([PROVIDER]).oidcProviders).toEqual([
    {
      id: 'contoso',
      name: 'Contoso',
      issuer: 'https://auth.contoso.com/application/o/mailsift/',
      clientId: 'mailsift',
      clientSecret: 'a secret',
      scope: 'openid email profile',
      account: null,
      groupsClaim: 'groups',
      roles: {},
      defaultRole: 'member',
      managedAddresses: false,
    },
  ])
  const { oidcProviders } = read([{ ...PROVIDER, account: 'ada@contoso.com', roles: { staff: 'viewer' } }])
  // Where groups decide, people in none of them stay outside.
  expect(oidcProviders[0]).toMatchObject({ roles: { staff: 'viewer' }, defaultRole: null })
})

test('providers and their secrets can come from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oidc-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'secret'), 'from a file\n')
  const { client_secret: _, ...open } = PROVIDER
  writeFileSync(join(folder, 'oidc.json'), JSON.stringify([{ ...open, client_secret_file: join(folder, 'secret') }]))
  const { oidcProviders } = readConfig({ BASE_URL, OIDC_PROVIDERS: join(folder, 'oidc.json') })
  expect(oidcProviders).toMatchObject([{ clientSecret: 'from a file' }])
})

test('the service does not start with a provider that is half configured', () => {
  const { client_id: _, ...withoutClient } = PROVIDER
  const { client_secret: __, ...withoutSecret } = PROVIDER
  for (const [providers, complaint] of [
    [[], 'must be a JSON array'],
    [[withoutClient], 'contoso: client_id is missing'],
    [[withoutSecret], 'contoso: needs either client_secret or client_secret_file'],
    [[{ ...withoutSecret, client_secret_file: '/does/not/exist' }], 'client_secret_file cannot be read (ENOENT)'],
    [[PROVIDER, PROVIDER], 'has two providers with the id contoso'],
    [[{ ...PROVIDER, id: 'Con/toso' }], 'entry 1: id must be'],
    [[{ ...PROVIDER, clientId: 'x' }], 'clientId is not a field'],
    [[{ ...PROVIDER, issuer: 'http://auth.contoso.com' }], 'issuer must be a URL that starts with https://'],
    [[{ ...PROVIDER, issuer: 'https://login.microsoftonline.com/common/v2.0' }], 'issuer must name your tenant'],
    [[{ ...PROVIDER, scope: 'email' }], 'scope must contain openid'],
    [[{ ...PROVIDER, roles: { staff: 'member' } }], 'need account'],
    [[{ ...PROVIDER, account: 'a', roles: { staff: 'owner' } }], 'roles must map groups to admin, member or viewer'],
    [[{ ...PROVIDER, account: 'a', default_role: null }], 'no one could join the account'],
    [[{ ...PROVIDER, managed_addresses: 'yes' }], 'managed_addresses must be true or false'],
  ] as const)
    expect(() => read(providers)).toThrow(complaint)
  expect(() => readConfig({ BASE_URL, OIDC_PROVIDERS: '/does/not/exist' })).toThrow('cannot be read (ENOENT)')
  expect(() => read([PROVIDER], { BASE_URL: '' })).toThrow('OIDC_PROVIDERS requires BASE_URL')
})

test('the owner sees that providers are set, and no secret of theirs', () => {
  const shown = (config: ReturnType<typeof readConfig>) =>
    describeConfig(config).find(({ name }) => name === 'OIDC_PROVIDERS')
  expect(shown(read([PROVIDER]))).toMatchObject({ value: '(set, not shown)', isDefault: false })
  expect(shown(readConfig({}))).toMatchObject({ value: '', isDefault: true })
})
