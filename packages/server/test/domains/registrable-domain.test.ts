import { registrableDomain } from '@mailsift/engine'
import { describe, expect, test } from 'vitest'
import { registered } from '../stand-ins/rdap-server.ts'
import { useDns, useRdap } from '../stand-ins/use.ts'
import { useTestDatabase } from '../support/database.ts'
import { MAIL_DOMAIN, MAIL_HOST, startFacts } from './support.ts'

const LONG = `${`${'a'.repeat(59)}.`.repeat(4)}shop.co.uk`

test.for([
  ['shop.co.uk', 'shop.co.uk'],
  ['mail.shop.co.uk', 'shop.co.uk'],
  [LONG, 'shop.co.uk'],
  ['co.uk', null],
  ['com', null],
  // A company gives these out, and a registry knows only the company's own.
  ['someone.github.io', 'github.io'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['unknown.tld-of-nobody', 'unknown.tld-of-nobody'],
] as const)('a registry knows %s as %s', ([domain, expected]) => {
  expect(registrableDomain(domain)).toBe(expected)
})

describe('the registry', () => {
  const zone = { 'co.uk': MAIL_DOMAIN, 'shop.co.uk': MAIL_DOMAIN, [LONG]: MAIL_DOMAIN, 'mx.test': MAIL_HOST }

  test('is never asked about a public suffix', async () => {
    const { db } = await useTestDatabase()
    const rdap = await useRdap({})
    const facts = startFacts(db, await useDns(zone), rdap, { suffix: 'uk' })
    expect(await facts.lookUp('co.uk', 5_000)).toMatchObject({ known: true, value: { registry: { known: false } } })
    expect(rdap.requests).toEqual([])
  })

  test('is queried for a domain that leaves no room for a local part of ten letters', async () => {
    const { db } = await useTestDatabase()
    const rdap = await useRdap({ '/domain/shop.co.uk': registered('shop.co.uk') })
    const facts = startFacts(db, await useDns(zone), rdap, { suffix: 'uk' })
    expect(LONG.length).toBeGreaterThan(244)
    expect(await facts.lookUp(LONG, 5_000)).toMatchObject({ known: true, value: { registry: { known: true } } })
  })
})
