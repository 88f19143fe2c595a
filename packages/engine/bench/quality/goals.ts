/**
 * The accuracy targets of the verdicts, each measured on sets that are generated here with fixed seeds and not part of
 * the compiled data.
 */
import { BRAND_DOMAINS } from '../../build/brands.ts'
import { MAIL_PROVIDERS, WELL_KNOWN_SITES } from '../../build/canaries.ts'
import type { Sources } from '../../build/compile.ts'
import { readJson } from '../../build/packages.ts'
import type { Engine } from '../../src/engine.ts'
import { UNKNOWN_PROVIDER } from '../../src/provider/mail-provider.ts'
import * as flag from '../../src/verdict/flags.ts'
import { type Accepted, isFlagged, type Verdict } from '../../src/verdict/verdict.ts'
import { COMMON_MAIL_HOSTS } from '../labelled/mail-hosts.ts'
import { NEAR_DOMAINS, SLIPS } from '../labelled/near-domains.ts'
import { FUNCTIONS } from '../labelled/roles.ts'
import { createRandom, type Random } from '../random.ts'
import type { HeldOut } from './held-out.ts'
import { keyboardWalks, misspellings } from './made.ts'
import type { Person } from './people.ts'
import { percent } from './score.ts'
import { wildRows } from './wild-rows.ts'

type Group = { readonly engine: Engine; readonly people: readonly Person[] }
type Row = readonly [measure: string, set: string, size: number, value: string, goal: string]

const EACH = 3_000
const SEED = 15

export function renderGoals(engine: Engine, heldOut: readonly HeldOut[], groups: readonly Group[], sources: Sources) {
  const random = createRandom(SEED)
  const rows = [
    ...disposableRows(engine, heldOut, sources),
    ...irregularRows(engine, random),
    ...roleRows(engine, heldOut[0]!.engine, sources, random),
    ...nameRows(groups),
    confusableRow(engine),
    ...lookAlikeRows(engine),
    ...grammarRows(engine, groups, random),
    ...typoRows(engine),
    ...providerRows(engine),
    ...wildRows(engine, sources),
  ]
  const header = ['measure', 'set', 'size', 'value', 'goal']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function has(engine: Engine, bit: number): (address: string) => boolean {
  return (address) => {
    const verdict = engine.validate(address)
    return verdict.ok && isFlagged(verdict, bit)
  }
}

function shareRow(measure: string, set: string, all: readonly string[], is: (a: string) => boolean, goal: string): Row {
  return [measure, set, all.length, percent(all.filter(is).length, all.length), goal]
}

function countRow(measure: string, set: string, all: readonly string[], is: (a: string) => boolean, goal: string): Row {
  return [measure, set, all.length, String(all.filter(is).length), goal]
}

const at = (domain: string) => (local: string) => `${local}@${domain}`
const anyone = (domain: string) => `someone@${domain}`
const list = (count: number, make: (i: number) => string) => Array.from({ length: count }, (_, i) => make(i))

const DAY_SECONDS = 86_400
const WEEK_DAYS = 7

function disposableRows(engine: Engine, heldOut: readonly HeldOut[], sources: Sources): Row[] {
  const rows = heldOut.map((held) =>
    shareRow(
      'disposable domains found, compiled data',
      `${held.list}, held out`,
      sources.disposable.lists[held.list].map(anyone),
      has(held.engine, flag.IS_DISPOSABLE),
      '≥65 %',
    ),
  )
  return [
    ...rows,
    refreshedRow(heldOut.find((held) => held.list === 'fakefilter')!.engine),
    shareRow(
      "Mailinator's domains found, with lookup",
      'made-up domains at its mail hosts',
      list(200, (i) => anyone(`contoso-${i}.com`)),
      (address) => isDisposableByHost(engine, address, MAILINATOR_HOSTS),
      '≥98 %',
    ),
    countRow(
      'unknown domains at mail hosts of disposable-mail services, with lookup: missed',
      'made-up domains at eight services',
      list(400, (i) => anyone(`contoso-${i}.com`)),
      (address) => !isDisposableByHost(engine, address, SERVICE_HOSTS),
      '0',
    ),
    countRow(
      'well-known sites called disposable',
      'written by hand',
      WELL_KNOWN_SITES.map(anyone),
      has(engine, flag.IS_DISPOSABLE),
      '≤2 in 10,000',
    ),
    countRow(
      'mailbox services called disposable',
      'company-email-validator and personal-email-domains, held out',
      sources.freeMail.map(anyone),
      has(heldOut[0]!.engine, flag.IS_DISPOSABLE),
      '≤0.12 %',
    ),
  ]
}

/**
 * The domains that a list gained in its last week, measured with an engine that lacks the list and fetched it daily
 * until the day before.
 */
function refreshedRow(engine: Engine): Row {
  const { t: now, domains } = readJson<{
    t: number
    domains: Record<string, { firstseen: number; lastseen: number }>
  }>('fakefilter', 'json/data.json')
  const all = Object.entries(domains)
  const active = all.filter(([, { lastseen }]) => lastseen >= now - WEEK_DAYS * DAY_SECONDS)
  const fetched = all.filter(([, { firstseen }]) => firstseen <= now - DAY_SECONDS).map(([domain]) => domain)
  engine.takeUp({
    version: '1',
    disposable: new Map(fetched.map((domain) => [domain, ['fakefilter']])),
    mailHosts: new Set(),
  })
  return shareRow(
    'disposable domains found, with daily refresh',
    'fakefilter, seen in its last week; fetched until the day before',
    active.map(([domain]) => anyone(domain)),
    has(engine, flag.IS_DISPOSABLE),
    '≥90 %',
  )
}

const SERVICE_HOSTS =
  'mail.mailinator.com mail2.mailinator.com mx.yopmail.com mx1.temp-mail.io mx.mail.tm mx.generator.email mx1.guerrillamail.com mx.moakt.com'.split(
    ' ',
  )

const MAILINATOR_HOSTS = SERVICE_HOSTS.filter((host) => host.endsWith('.mailinator.com'))

function isDisposableByHost(engine: Engine, address: string, hosts: readonly string[]): boolean {
  const checked = lookedUp(engine, address, hosts[address.length % hosts.length]!)
  return checked !== undefined && isFlagged(checked, flag.IS_DISPOSABLE)
}

function lookedUp(engine: Engine, address: string, host: string): Accepted | undefined {
  const verdict = engine.validate(address)
  if (!verdict.ok) return undefined
  return engine.withDomainFacts(verdict, {
    mx: [{ priority: 10, host }],
    hasValidMx: true,
    deliverableByDns: true,
    nameservers: [],
    registry: { known: false },
  })
}

function providerRows(engine: Engine): Row[] {
  const isNamed = (verdict: Verdict | undefined) => verdict?.ok === true && verdict.domain.provider !== UNKNOWN_PROVIDER
  return [
    shareRow(
      'large providers named',
      'written by hand',
      MAIL_PROVIDERS.map(anyone),
      (address) => isNamed(engine.validate(address)),
      '≥95 %',
    ),
    shareRow(
      'common mail hosts named, with lookup',
      'hosters and gateways, written by hand',
      COMMON_MAIL_HOSTS,
      (host) => isNamed(lookedUp(engine, anyone('contoso.com'), host)),
      '≥70 %',
    ),
  ]
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

function irregularRows(engine: Engine, random: Random): Row[] {
  const text = (alphabet: string, length: number) =>
    list(length, () => alphabet[random.below(alphabet.length)]!).join('')
  const number = (digits: number) => text('0123456789', digits)
  const isIrregular = has(engine, flag.HAS_IRREGULAR_PATTERN)
  const hangul = list(EACH, () => hangulTyped(random))
  const numbered = list(EACH, () =>
    random.pick([
      () => `s${number(7)}`,
      () => `20${number(6)}`,
      () => `${text(LETTERS, 2)}${number(3)}`,
      () => `u${number(6)}`,
    ])(),
  )
  return [
    shareRow(
      'people called irregular: Hangul on Latin keys',
      'made, at naver.com',
      hangul.map(at('naver.com')),
      isIrregular,
      '≤2 %',
    ),
    shareRow(
      'people called irregular: numbered students',
      'made, at a university',
      numbered.map(at('students.contoso.edu')),
      isIrregular,
      '≤2 %',
    ),
    shareRow(
      'irregular found',
      '10 random letters',
      list(EACH, () => text(LETTERS, 10)).map(at('gmail.com')),
      isIrregular,
      '≥95 %',
    ),
    shareRow(
      'irregular found',
      'hexadecimal, 8',
      list(EACH, () => text('0123456789abcdef', 8)).map(at('gmail.com')),
      isIrregular,
      '≥85 %',
    ),
    shareRow(
      'irregular found',
      'keyboard walks, 6–10',
      keyboardWalks(random, EACH).map(at('gmail.com')),
      isIrregular,
      '≥90 %',
    ),
  ]
}

const KOREAN_NAMES = '김이박최정강조윤장임'
const KOREAN_SYLLABLES = '민서지준현우영수진호성재은혜경미선희연주아윤하예원시유태건승동훈'
const INITIAL_KEYS = 'r r s e e f a q q t t d w w c z x v g'.split(' ')
const VOWEL_KEYS = 'k o i o j p u p h hk ho hl y n nj np nl b m ml l'.split(' ')
const FINAL_KEYS = ' r r rt s sw sg e f fr fa fq ft fx fv fg a q qt t t d w c z x v g'.split(' ')

/** A Korean name typed with the keyboard in Latin mode. */
function hangulTyped(random: Random): string {
  const name = random.pick([...KOREAN_NAMES]) + random.pick([...KOREAN_SYLLABLES]) + random.pick([...KOREAN_SYLLABLES])
  const keys = [...name].map((syllable) => {
    const code = syllable.charCodeAt(0) - 0xac00
    return INITIAL_KEYS[Math.floor(code / 588)]! + VOWEL_KEYS[Math.floor((code % 588) / 28)]! + FINAL_KEYS[code % 28]!
  })
  return keys.join('') + (random.chance(0.4) ? String(random.below(100)) : '')
}

/** Words from names of organizations; none of our vocabularies was made from them. */
const COMPANIES = 'openssl bielefeld northwind tailspin fabrikam kubernetes salzburg adatum woodgrove litware'.split(
  ' ',
)
const FUNCTIONS_OF_COMPANIES =
  'security privacy support info press billing helpdesk datenschutz compliance careers abuse legal webmaster newsletter'.split(
    ' ',
  )

function roleRows(engine: Engine, heldOut: Engine, sources: Sources, random: Random): Row[] {
  const compounds = list(500, () => {
    const [company, role] = [random.pick(COMPANIES), random.pick(FUNCTIONS_OF_COMPANIES)]
    return random.pick([`${company}-${role}`, `${role}.${company}`, `${role}-${company}`, `${company}.${role}`])
  })
  const contoso = at('contoso.com')
  return [
    shareRow('roles found', 'written by hand', FUNCTIONS.map(contoso), has(engine, flag.IS_ROLE_BASED), '≥90 %'),
    shareRow(
      'roles found',
      'a role beside a company or a place, made',
      compounds.map(contoso),
      has(engine, flag.IS_ROLE_BASED),
      '≥90 %',
    ),
    shareRow(
      'roles found',
      'role-based-email-addresses, held out (a third of it are places, brands and noise)',
      sources.roles.map(contoso),
      has(heldOut, flag.IS_ROLE_BASED),
      '–',
    ),
  ]
}

function nameRows(groups: readonly Group[]): Row[] {
  const tally = { first: { given: 0, right: 0 }, last: { given: 0, right: 0 } }
  for (const { engine, people } of groups) {
    for (const { local, expected } of people) {
      const verdict = engine.validate(`${local}@contoso.com`)
      if (!verdict.ok) continue
      for (const [part, found] of [
        ['first', verdict.firstName],
        ['last', verdict.lastName],
      ] as const) {
        if (found === '') continue
        tally[part].given++
        if (found.toLowerCase() === expected[part]) tally[part].right++
      }
    }
  }
  const row = (part: 'first' | 'last', goal: string): Row => [
    `${part} name right where one is given`,
    'people of held-out locales',
    tally[part].given,
    percent(tally[part].right, tally[part].given),
    goal,
  ]
  return [row('first', '≥92 %'), row('last', '≥88 %')]
}

/** Cyrillic letters that look Latin in every typeface. */
const CYRILLIC: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  j: 'ј',
  l: 'ӏ',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  h: 'һ',
  d: 'ԁ',
  q: 'ԛ',
  w: 'ԝ',
}

function confusableRow(engine: Engine): Row {
  const disguised = [...BRAND_DOMAINS, ...MAIL_PROVIDERS].flatMap((domain) => {
    const [name, ...ending] = domain.split('.') as [string, ...string[]]
    const letters = [...name].map((letter) => CYRILLIC[letter])
    return letters.every(Boolean) && name.length > 2 ? [`john@${letters.join('')}.${ending.join('.')}`] : []
  })
  return countRow(
    'whole-script disguises missed',
    'known domains in Cyrillic, made',
    disguised,
    (a) => !has(engine, flag.HAS_UNCOMMON_UNICODE)(a),
    '0',
  )
}

/** Replaces one, two and three letters of a known name, and all that have a look-alike. */
function lookAlikeRows(engine: Engine): Row[] {
  const known = [...new Set([...BRAND_DOMAINS, ...MAIL_PROVIDERS])].filter(
    (domain) => [...domain.split('.')[0]!].filter((letter) => CYRILLIC[letter]).length >= 3,
  )
  return [1, 2, 3, Number.POSITIVE_INFINITY].map((count) => {
    const disguised = known.slice(0, LOOK_ALIKES_EACH).map((domain) => `john@${disguise(domain, count)}`)
    const letters = Number.isFinite(count)
      ? `${count} letter${count > 1 ? 's' : ''}`
      : 'every letter that has a look-alike'
    return countRow(
      `look-alikes found: ${letters}`,
      'known domains with Cyrillic letters, made',
      disguised,
      has(engine, flag.HAS_UNCOMMON_UNICODE),
      `≥${Math.ceil((LOOK_ALIKES_EACH * 175) / 180)}`,
    )
  })
}

const LOOK_ALIKES_EACH = 45

function disguise(domain: string, count: number): string {
  const [name = '', ...ending] = domain.split('.')
  let left = count
  const letters = [...name].map((letter) => {
    const other = CYRILLIC[letter]
    if (!other || left === 0) return letter
    left--
    return other
  })
  return [letters.join(''), ...ending].join('.')
}

function grammarRows(engine: Engine, groups: readonly Group[], random: Random): Row[] {
  const impossible = list(200, (i) => {
    const word = list(8, () => random.pick([...'abdeilmnorstu'])).join('')
    return [
      `${word}_x@gmail.com`,
      `ab${i % 10}@gmail.com`,
      `${word}${word}${word}${word}@gmail.com`,
      `1${word}@yahoo.com`,
      `a.b.${word}@yahoo.com`,
      `${word}.@outlook.com`,
      `9${word}@hotmail.com`,
      `ab@icloud.com`,
      `${word}${word}${word}@icloud.com`,
      `-${word}@gmail.com`,
    ][i % 10]!
  }).filter((address) => engine.validate(address).ok)
  const real = groups.flatMap(({ people }) =>
    people
      // Gmail does not allow underscores and ignores periods, so such names cannot exist there.
      .filter(({ local }) => !local.includes('_') && local.replaceAll('.', '').length >= 6 && local.length <= 20)
      .map(({ local }) => `${local}@${random.pick(['gmail.com', 'outlook.com', 'icloud.com'])}`),
  )
  return [
    countRow('what a provider cannot issue, called safe', 'made', impossible, has(engine, flag.SAFE_TO_SEND), '0'),
    shareRow(
      'people called impossible',
      'people of held-out locales, at Gmail, Outlook and iCloud',
      real,
      has(engine, flag.IS_NOT_ISSUED),
      '≤0.05 %',
    ),
  ]
}

function typoRows(engine: Engine): Row[] {
  const suggested = (domain: string) => engine.suggest(`john.smith@${domain}`)?.domain
  const correctedRows = (set: string, slips: readonly { slip: string; meant: string }[], goal: string): Row[] => {
    const rows = slips.map(({ slip, meant }) => ({ meant, found: suggested(slip) }))
    const right = rows.filter(({ meant, found }) => found === meant).length
    const wrong = rows.filter(({ meant, found }) => found !== undefined && found !== meant).length
    return [
      ['typo domains corrected', set, rows.length, percent(right, rows.length), goal],
      ['typo domains corrected wrongly', set, rows.length, String(wrong), '0'],
    ]
  }
  const made = misspellings(['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com'])
  const byHand = [...SLIPS].flatMap(([meant, typed]) => typed.map((slip) => ({ slip, meant })))
  return [
    ...correctedRows('one slip in five large domains, made; known domains left out', made, '≥93 %'),
    ...correctedRows('in the domains of many countries, written by hand', byHand, '–'),
    countRow(
      'real providers "corrected"',
      'written by hand',
      MAIL_PROVIDERS,
      (domain) => suggested(domain) !== undefined,
      '0',
    ),
    countRow(
      'companies and smaller services of a near name "corrected"',
      'written by hand',
      NEAR_DOMAINS,
      (domain) => suggested(domain) !== undefined,
      '0',
    ),
  ]
}
