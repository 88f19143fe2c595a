// Checks the lists that the data is compiled from, which npm run test:tools installs.
import { expect, test } from 'vitest'
import { readDisposableSources } from '../build/disposable.ts'
import { EARLIER_SNAPSHOT, readText } from '../build/packages.ts'
import { compileProviders, readFreeMail } from '../build/providers.ts'
import { readWellKnownSites } from '../build/well-known-sites.ts'

test('only entries added after the earlier snapshot are sightings', () => {
  const before = new Set(readText(EARLIER_SNAPSHOT, 'emails.txt').split('\n'))
  const sightings = readDisposableSources().lists['burner-email']
  expect(sightings.length).toBeGreaterThan(5_000)
  expect(sightings.filter((domain) => before.has(domain))).toEqual([])
})

test('an inbox below a disposable domain or a free suffix is not a mailbox service', () => {
  const services = readFreeMail(new Set(['mintemail.com', 'gawab.com']), readWellKnownSites())
  expect(services).toContain('gawab.com')
  expect(services.filter((domain) => /\.(mintemail\.com|cu\.cc|usa\.cc)$/.test(domain))).toEqual([])
})

test('universities, companies and senders are not mailbox services', () => {
  const sites = ['stanford.edu', 'soton.ac.uk', 'tcd.ie', 'dell.com', 'cnn.com', 'amazonses.com', 'alibaba.com']
  const { domains } = compileProviders(readFreeMail(new Set(), readWellKnownSites()), () => false)
  expect(sites.filter((site) => domains.has(site))).toEqual([])
  expect(['gmail.com', 't-online.de', 'bk.ru'].filter((domain) => !domains.has(domain))).toEqual([])
})
