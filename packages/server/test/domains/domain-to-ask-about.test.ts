import { loadEngine } from '@mailsift/engine/node'
import { expect, test } from 'vitest'
import { domainToAskAbout } from '../../src/domains/facts.ts'

const engine = loadEngine()

test.each([
  ['ann@GoogleMail.com', 'googlemail.com'],
  ['x@user.fastmail.com', 'user.fastmail.com'],
  ['a@münchen.de', 'xn--mnchen-3ya.de'],
  ['a@Example.CO.UK', 'example.co.uk'],
])('%s is looked up as %s', (address, domain) => {
  const verdict = engine.validate(address)
  expect(verdict.ok && domainToAskAbout(verdict.domain)).toBe(domain)
})
