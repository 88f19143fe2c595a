// Detects the columns with addresses by their content and their names.
import { holdsAddress } from './address-like.ts'

export type AddressColumn = {
  index: number
  name: string
  /** How well its name fits, best first; undefined if it does not. */
  rank: number | undefined
  /** The share of its filled sample cells that contain an address. */
  share: number
}

export type ColumnChoice =
  | { kind: 'chosen'; columns: AddressColumn[] }
  /** There are several candidates. */
  | { kind: 'ambiguous'; columns: AddressColumn[] }
  | { kind: 'none' }

/** A result column of an earlier cleaning. */
const ANSWER_NAME = /^service\d*\./
const NAMES: readonly (ReadonlySet<string> | RegExp)[] = [
  new Set(['email', 'emailaddress', 'emailadresse', 'emailadress', 'adresseemail', 'emailadres', 'emailid', 'emails']),
  new Set([
    'mail',
    'mailaddress',
    'primaryemail',
    'email1',
    'email1value',
    'email1address',
    'emailprimary',
    'courriel',
  ]),
  new Set([
    'correo',
    'correoelectronico',
    'correoelectrónico',
    'epost',
    'eposta',
    'posta',
    'メールアドレス',
    '邮箱',
    '電子郵件',
  ]),
  /e-?mail|correo|courriel|e-?post|メール|邮箱|почта/iu,
  /mail/iu,
]
/** Lower ranks than this match whole names that only mean addresses. */
const EXACT_RANKS = 3
/** More than an occasional mention, as in a column of notes. */
const SHARE_OF_ADDRESS_COLUMN = 0.5

/** All columns that may contain addresses, in order. */
export function findAddressColumns(
  names: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): AddressColumn[] {
  return names
    .map((name, index): AddressColumn => {
      const filled = rows.map((row) => row[index]?.trim() ?? '').filter(Boolean)
      const share = filled.length > 0 ? filled.filter((cell) => holdsAddress(cell)).length / filled.length : 0
      return { index, name, rank: ANSWER_NAME.test(name) ? undefined : rankOf(name), share }
    })
    .filter(({ name, rank, share }) => !ANSWER_NAME.test(name) && (rank !== undefined || share > 0))
}

function rankOf(name: string): number | undefined {
  const plain = plainName(name)
  const rank = NAMES.findIndex((known) => (known instanceof RegExp ? known.test(name) : known.has(plain)))
  return rank < 0 ? undefined : rank
}

/** `Email`, `Courriel`, `E-Mail 1 - Value`: without other text. */
export function isNameOfAddresses(name: string): boolean {
  return (rankOf(name) ?? EXACT_RANKS) < EXACT_RANKS
}

/** Only letters and digits, in lower case: `E-Mail Address` and `email_address` are the same name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * An exact `Email` wins over `Contact owner` and `Secondary_Email__c`, and a column with addresses over a promising
 * name.
 */
export function chooseColumns(candidates: readonly AddressColumn[]): ColumnChoice {
  const filled = candidates.filter(({ share }) => share > 0)
  const [exact, ...further] = sameRank(filled, 0)
  if (exact && further.length === 0) return { kind: 'chosen', columns: [exact] }
  const named = filled.filter(({ rank }) => rank !== undefined)
  const tiers = [
    named.filter(({ share }) => share > SHARE_OF_ADDRESS_COLUMN),
    filled.filter(({ share }) => share > SHARE_OF_ADDRESS_COLUMN),
    named,
    candidates.filter(({ rank }) => rank !== undefined),
    filled,
  ]
  const columns = tiers.find((tier) => tier.length > 0) ?? []
  if (columns.length === 0) return { kind: 'none' }
  return { kind: columns.length === 1 ? 'chosen' : 'ambiguous', columns }
}

function sameRank(columns: readonly AddressColumn[], rank: number): AddressColumn[] {
  return columns.filter((column) => column.rank === rank)
}

/** Contains addresses, and its name says so. */
export const isAddressColumn = ({ rank, share }: AddressColumn) =>
  share > 0 && (rank !== undefined || share > SHARE_OF_ADDRESS_COLUMN)

export type NamedColumns = { found: AddressColumn[] } | { missing: string } | { twice: string; at: number[] }

/** The columns that the user selects: by case-insensitive name, by position (`#3`), or `all` that may contain addresses. */
export function nameColumns(
  wanted: readonly string[],
  names: readonly string[],
  candidates: readonly AddressColumn[],
): NamedColumns {
  const found: AddressColumn[] = []
  for (const name of wanted) {
    if (name.toLowerCase() === 'all' && !names.includes(name)) {
      const filled = candidates.filter(isAddressColumn)
      const choice = filled.length > 0 ? filled : candidates.filter(({ rank }) => rank !== undefined)
      found.push(...choice)
      continue
    }
    const positions = positionsOf(name, names)
    if (positions.length === 0) return { missing: name }
    if (positions.length > 1) return { twice: name, at: positions }
    found.push({ index: positions[0]!, name: names[positions[0]!]!, rank: 0, share: 1 })
  }
  const distinct = new Map(found.map((column) => [column.index, column]))
  return distinct.size > 0 ? { found: [...distinct.values()] } : { missing: wanted.join(', ') }
}

function positionsOf(wanted: string, names: readonly string[]): number[] {
  const where = (is: (name: string) => boolean) => names.flatMap((name, at) => (is(name) ? [at] : []))
  const exact = where((name) => name === wanted)
  if (exact.length > 0) return exact
  const position = /^#(\d{1,5})$/.exec(wanted)
  if (position) return Number(position[1]) >= 1 && Number(position[1]) <= names.length ? [Number(position[1]) - 1] : []
  return where((name) => name.trim().toLowerCase() === wanted.trim().toLowerCase())
}
