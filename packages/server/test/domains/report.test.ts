import { DomainReport } from '@mailsift/contract'
import { Check } from 'typebox/schema'
import { expect, test } from 'vitest'
import { withToken } from '../access/test-app.ts'
import type { Zone, ZoneEntry } from '../stand-ins/dns-server.ts'
import { useValidationApp } from '../validation/validation-app.ts'

const NAMES = ['_dmarc', '_mta-sts', '_smtp._tls', 'default._bimi']
const zoneOf = (domain: string, entry: ZoneEntry): Zone => ({
  [domain]: { MX: [[10, `mx.${domain}`]], NS: [`ns.${domain}`] },
  [`mx.${domain}`]: { A: ['8.8.8.8'] },
  [`_25._tcp.mx.${domain}`]: entry,
  ...Object.fromEntries(NAMES.map((name) => [`${name}.${domain}`, entry])),
})

async function reportOf(app: Awaited<ReturnType<typeof useValidationApp>>, domain: string) {
  const answer = await app.fetch(`/insight/domains/${encodeURIComponent(domain)}`, withToken(app.token))
  return { status: answer.status, body: (await answer.json()) as DomainReport }
}

test('a report fits its schema, uses no credit, and takes a domain in its own letters', async () => {
  const app = await useValidationApp({ zone: zoneOf('xn--mller-kva.org', { nxdomain: true }) })
  const { status, body } = await reportOf(app, 'Müller.org')
  expect(status).toBe(200)
  expect(Check(DomainReport, body)).toBe(true)
  expect(body).toMatchObject({
    domain: 'xn--mller-kva.org',
    mail: { state: 'accepts', mail_hosts: [{ host: 'mx.xn--mller-kva.org' }] },
    registration: { state: 'unknown' },
    posture: {
      spf: { state: 'absent' },
      dmarc: { state: 'absent' },
      dane: { state: 'absent' },
      starttls: { state: 'unknown' },
    },
  })
  expect((await app.billed()).events).toEqual([])
})

test('a part of the report that cannot be found out is unknown, and the others are reported', async () => {
  const app = await useValidationApp({ zone: zoneOf('contoso.org', { fault: 'servfail' }) })
  const { body } = await reportOf(app, 'contoso.org')
  expect(body.posture).toMatchObject({
    spf: { state: 'absent' },
    dmarc: { state: 'unknown', problems: ['The name servers of the domain failed.'] },
    mta_sts: { state: 'unknown' },
    dane: { state: 'unknown' },
  })
})

test('a registry that publishes nothing is told apart from one that did not answer', async () => {
  const zone = { ...zoneOf('tienda.es', { nxdomain: true }), ...zoneOf('contoso.org', { nxdomain: true }) }
  const app = await useValidationApp({ zone })
  expect((await reportOf(app, 'tienda.es')).body.registration).toMatchObject({
    state: 'not_published',
    nameservers: ['ns.tienda.es'],
  })
  expect((await reportOf(app, 'contoso.org')).body.registration).toMatchObject({ state: 'unknown' })
})

test.each(['jane@contoso.org', 'https://contoso.org', 'contoso', '-.org', ' '])(
  '400: %j is not a domain',
  async (domain) => {
    const app = await useValidationApp()
    expect((await reportOf(app, domain)).status).toBe(400)
  },
)
