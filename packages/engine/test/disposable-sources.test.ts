import { describe, expect, test } from 'vitest'
import { compileDisposable, readDisposableSources } from '../build/disposable.ts'
import {
  areListsInstalled,
  DISPOSABLE_SOURCES,
  type DisposableSource,
  EARLIER_SNAPSHOT,
  readText,
} from '../build/packages.ts'
import { compileProviders, readFreeMail } from '../build/providers.ts'
import { readWellKnownSites } from '../build/well-known-sites.ts'

const none = Object.fromEntries(DISPOSABLE_SOURCES.map((source) => [source, []])) as unknown as Record<
  DisposableSource,
  readonly string[]
>
const compiled = (lists: Partial<Record<DisposableSource, readonly string[]>>) => [
  ...compileDisposable(
    { lists: { ...none, ...lists }, allowed: [] },
    [],
    ['northwind.com', 'mailinator.com'],
  ).entries(),
]
const named = (lists: Partial<Record<DisposableSource, readonly string[]>>) =>
  compiled(lists)
    .filter(([, mask]) => mask !== 0)
    .map(([domain]) => domain)

describe('what makes a domain disposable', () => {
  test('an entry of noisy lists alone needs a second list', () => {
    const domain = 'contoso-inbox.com'
    expect(named({ mailchecker: [domain], 'is-burner-email': [domain] })).toEqual([])
    expect(named({ mailchecker: [domain], fakefilter: [domain] })).toEqual([domain])
  })

  test('what a noisy list took up between two dates is enough', () => {
    expect(named({ mailchecker: ['contoso-inbox.com'], 'burner-email': ['contoso-inbox.com'] })).toEqual([
      'contoso-inbox.com',
    ])
  })

  test('a site that people know is not disposable, unless it offers disposable inboxes itself', () => {
    const lists = { fakefilter: ['northwind.com', 'mailinator.com'], 'disposable-domains': ['northwind.com'] }
    expect(named(lists)).toEqual(['mailinator.com'])
  })

  test.skipIf(!areListsInstalled())('only what a list took up after its earlier snapshot is a sighting', () => {
    const before = new Set(readText(EARLIER_SNAPSHOT, 'emails.txt').split('\n'))
    const sightings = readDisposableSources().lists['burner-email']
    expect(sightings.length).toBeGreaterThan(5_000)
    expect(sightings.filter((domain) => before.has(domain))).toEqual([])
  })

  test('the name of a large provider is none, whatever it ends in', () => {
    const endings = ['com', 'us', 'co.uk', 'gr.com', 'ax']
    const lists = endings.flatMap((ending) => [`yahoo.${ending}`, `gmail.${ending}`])
    expect(named({ fakefilter: [...lists, 'yahoo-inbox.com'] })).toEqual(['yahoo-inbox.com'])
  })
})

test.skipIf(!areListsInstalled())('an inbox below a disposable domain or a free suffix is no mailbox service', () => {
  const services = readFreeMail(new Set(['mintemail.com', 'gawab.com']), readWellKnownSites())
  expect(services).toContain('gawab.com')
  expect(services.filter((domain) => /\.(mintemail\.com|cu\.cc|usa\.cc)$/.test(domain))).toEqual([])
})

test.skipIf(!areListsInstalled())('universities, companies and senders are no mailbox services', () => {
  const sites = ['stanford.edu', 'soton.ac.uk', 'tcd.ie', 'dell.com', 'cnn.com', 'amazonses.com', 'alibaba.com']
  const { domains } = compileProviders(readFreeMail(new Set(), readWellKnownSites()), () => false)
  expect(sites.filter((site) => domains.has(site))).toEqual([])
  expect(['gmail.com', 't-online.de', 'bk.ru'].filter((domain) => !domains.has(domain))).toEqual([])
})
