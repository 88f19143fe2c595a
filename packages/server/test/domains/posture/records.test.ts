import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hostsOutside,
  readBimi,
  readDmarc,
  readSpf,
  readStsId,
  readStsPolicy,
  readTags,
  readTlsRpt,
} from '../../../src/domains/posture/records.ts'

const dmarcOf = (record: string, isAbove = false) => readDmarc({ records: [record], domain: 'contoso.com', isAbove })

test.each([
  ['v=spf1 include:_spf.contoso.com -all', 'present', 'fail'],
  ['v=spf1 ip4:192.0.2.0/24 a mx ~all', 'present', 'softfail'],
  ['v=spf1 redirect=_spf.contoso.com', 'present', null],
  ['v=spf1 a', 'present', 'neutral'],
  ['V=SPF1 +all', 'present', 'pass'],
  ['v=spf1 inlcude:_spf.contoso.com -all', 'invalid', 'fail'],
  ['v=spf10 -all', 'absent', null],
])('the SPF record %s is %s and says %s of others', (record, state, all) => {
  expect(readSpf(['unrelated', record])).toMatchObject({ state, all })
})

test('two SPF records are invalid, and more than ten lookups are named', () => {
  expect(readSpf(['v=spf1 -all', 'v=spf1 ~all'])).toMatchObject({ state: 'invalid', record: null })
  const long = `v=spf1 ${Array.from({ length: 11 }, (_, nth) => `include:s${nth}.contoso.com`).join(' ')} -all`
  expect(readSpf([long]).problems.join()).toMatch(/11 lookups/)
})

test('the policy of DMARC is that of the domain, or the one for subdomains where the record is above', () => {
  const record = 'v=DMARC1; p=reject; sp=none; pct=50; rua=mailto:d@contoso.com!10m,mailto:broken'
  expect(dmarcOf(record)).toMatchObject({
    state: 'present',
    policy: 'reject',
    percent: 50,
    reports_to: ['mailto:d@contoso.com'],
  })
  expect(dmarcOf(record).problems.join()).toMatch(/mailto:broken/)
  expect(dmarcOf(record, true)).toMatchObject({ policy: 'none' })
  expect(dmarcOf('v=DMARC1; p=block')).toMatchObject({ state: 'invalid', policy: null })
  expect(dmarcOf('v=dmarc1; p=none')).toMatchObject({ state: 'absent' })
})

test('TLS-RPT, BIMI and MTA-STS say what they have, and what is wrong with it', () => {
  expect(readTlsRpt(['v=TLSRPTv1; rua=https://tls.contoso.com/in'])).toMatchObject({ state: 'present' })
  expect(readTlsRpt(['v=TLSRPTv1'])).toMatchObject({ state: 'invalid' })
  expect(readBimi(['v=BIMI1; l=https://contoso.com/l.svg; a='])).toMatchObject({ state: 'present', certificate: null })
  expect(readBimi(['v=BIMI1; l=; a='])).toMatchObject({ state: 'absent' })
  expect(readBimi(['v=BIMI1; l=http://contoso.com/l.svg'])).toMatchObject({ state: 'invalid' })
  expect(readStsId(['v=STSv1; id=20260101;'])).toEqual({ record: 'v=STSv1; id=20260101;' })
  expect(readStsId(['v=STSv1; id=not-letters']).problem).toMatch(/id must/)
  const policy = 'version: STSv1\r\nmode: enforce\r\nmx: mx1.contoso.com\r\nmx: *.contoso.net\r\nmax_age: 604800\r\n'
  expect(readStsPolicy(policy)).toEqual({
    mode: 'enforce',
    max_age_seconds: 604800,
    mx: ['mx1.contoso.com', '*.contoso.net'],
    problems: [],
  })
  expect(readStsPolicy('<html>Not found</html>').problems).not.toEqual([])
})

test('a policy of MTA-STS names the mail servers that senders may deliver to', () => {
  const policy = (mode: string) =>
    readStsPolicy(`version: STSv1\nmode: ${mode}\nmx: mx.contoso.com\nmx: *.mail.contoso.com\nmax_age: 60\n`)
  const hosts = ['mx.contoso.com', 'a.mail.contoso.com', 'mail.contoso.com', 'b.a.mail.contoso.com']
  expect(hostsOutside(policy('enforce'), hosts)).toEqual([
    'The policy does not name the mail server mail.contoso.com.',
    'The policy does not name the mail server b.a.mail.contoso.com.',
  ])
  expect(hostsOutside(policy('none'), hosts)).toEqual([])
})

test('whatever a zone publishes, every record is present, absent or invalid, and faults name themselves', () => {
  const begins = fc.constantFrom('v=spf1 ', 'v=DMARC1;', 'v=STSv1;', 'v=TLSRPTv1;', 'v=BIMI1;', '')
  const records = fc.array(
    fc.tuple(begins, fc.string({ unit: 'grapheme' })).map((parts) => parts.join('')),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(records, (all) => {
      const read = [
        readSpf(all),
        readTlsRpt(all),
        readBimi(all),
        readDmarc({ records: all, domain: 'a.example', isAbove: false }),
      ]
      for (const { state, problems, record } of read) {
        expect(['present', 'absent', 'invalid']).toContain(state)
        if (state === 'invalid') expect(problems).not.toEqual([])
        if (record !== null) expect(all).toContain(record)
      }
      readStsPolicy(all.join('\n'))
    }),
  )
})

test('tags that were written are read back', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/)
  const value = fc.stringMatching(/^[^\s;=](?:[^;]{0,10}[^\s;])?$/)
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }), (pairs) => {
      const record = pairs.map(([key, text]) => ` ${key} = ${text} `).join(';')
      expect([...readTags(record)!]).toEqual(pairs.map(([key, text]) => [key, text.trim()]))
    }),
  )
})
