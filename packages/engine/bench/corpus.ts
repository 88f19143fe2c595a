/**
 * A realistic address corpus with a fixed seed: 45 % at eight large providers, 40 % at 5,000 company domains
 * distributed by Zipf's law (like the names), 5 % at disposable domains, and 10 % role, no-reply, labelled, malformed
 * and non-ASCII addresses.
 */
import { requirePackage } from '../build/packages.ts'
import { createRandom, type Random } from './random.ts'

const BIG_PROVIDERS = 'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com gmx.de mail.ru'.split(' ')
const COMPANY_DOMAINS = 5_000
const ENDINGS = 'com com com com de co.uk fr es it nl pl com.br net org io eu'.split(' ')
const FUNCTIONS =
  'info sales support contact admin office billing hr jobs press noreply no-reply newsletter service'.split(' ')
const LABELS = 'news shop spam work newsletter 2024 amazon'.split(' ')
const BEYOND_ASCII = ['jürgen.müller', 'françois', 'josé.garcía', 'иван.петров', '田中', 'łukasz', 'søren']
const MALFORMED = [
  'john.smith',
  'john@',
  '@contoso.com',
  'john@@contoso.com',
  'john smith@contoso.com',
  'john..smith@contoso.com',
  'john@example',
  'john@example.',
  'john@-contoso.com',
  '.john@contoso.com',
  'john@exa_mple.com',
  'john@[127.0.0.1]',
  'n/a',
  '-',
  '',
]
const LOCALES = ['en', 'en', 'en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt_BR', 'tr', 'id_ID']

type Faker = { allLocales: Record<string, { person?: { first_name?: unknown; last_name?: unknown } }> }
type Names = { generic?: readonly string[]; female?: readonly string[]; male?: readonly string[] }

export function generateCorpus(count: number, seed = 20_240_501): string[] {
  const random = createRandom(seed)
  const { allLocales } = requirePackage<Faker>('@faker-js/faker')
  const people = LOCALES.map((locale) => ({
    given: zipf(random, shuffled(random, asciiNames(allLocales[locale]?.person?.first_name as Names))),
    family: zipf(random, shuffled(random, asciiNames(allLocales[locale]?.person?.last_name as Names))),
  }))
  const disposable = [...requirePackage<{ blacklist(): Iterable<string> }>('mailchecker').blacklist()]
  const companies = Array.from({ length: COMPANY_DOMAINS }, () => companyDomain(random, people))
  const company = zipf(random, companies)

  const addresses = Array.from({ length: count }, () => {
    const { given, family } = random.pick(people)
    const local = personalLocal(random, given(), family())
    const share = random.next()
    if (share < 0.45) return `${local}@${random.pick(BIG_PROVIDERS)}`
    if (share < 0.85) return `${local}@${company()}`
    if (share < 0.9) return `${local}@${random.pick(disposable)}`
    if (share < 0.93) return `${random.pick(FUNCTIONS)}@${company()}`
    if (share < 0.96) return `${local}+${random.pick(LABELS)}@${random.pick(BIG_PROVIDERS)}`
    if (share < 0.98) return random.pick(MALFORMED)
    return `${random.pick(BEYOND_ASCII)}@${company()}`
  })
  // JSON makes flat strings, as in a request; concatenation leaves ropes.
  return JSON.parse(JSON.stringify(addresses)) as string[]
}

function asciiNames({ generic = [], female = [], male = [] }: Names): string[] {
  return [...generic, ...female, ...male]
    .map((name) => name.normalize('NFD').replace(/[^a-zA-Z]/g, ''))
    .filter((name) => name.length > 1)
}

function personalLocal(random: Random, given: string, family: string): string {
  const number = random.chance(0.3) ? String(random.chance(0.5) ? 1950 + random.below(60) : random.below(100)) : ''
  const local = random.pick([
    () => `${given}.${family}`,
    () => `${given}.${family}`,
    () => `${given}${family}`,
    () => `${given}_${family}`,
    () => `${given[0]}.${family}`,
    () => `${given[0]}${family}`,
    () => given,
    () => `${family}.${given}`,
  ])()
  return random.chance(0.9) ? (local + number).toLowerCase() : local + number
}

function companyDomain(random: Random, people: readonly { family: () => string }[]): string {
  const name = random.pick(people).family().toLowerCase()
  const suffix = random.pick(['', '', '-group', 'tech', '-consulting', 'software', 'bau', '-partners', 'media'])
  const subdomain = random.chance(0.05) ? 'mail.' : ''
  return `${subdomain}${name}${suffix}.${random.pick(ENDINGS)}`
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const result = [...items]
  for (let i = result.length - 1; i > 0; i--) {
    const k = random.below(i + 1)
    const kept = result[i]!
    result[i] = result[k]!
    result[k] = kept
  }
  return result
}

/** The k-th item has 1/k of the frequency of the first. */
function zipf<T>(random: Random, items: readonly T[]): () => T {
  const cumulative: number[] = []
  let sum = 0
  for (let k = 1; k <= items.length; k++) {
    sum += 1 / k
    cumulative.push(sum)
  }
  return () => {
    const target = random.next() * sum
    let low = 0
    let high = items.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (cumulative[middle]! < target) low = middle + 1
      else high = middle
    }
    return items[low]!
  }
}
