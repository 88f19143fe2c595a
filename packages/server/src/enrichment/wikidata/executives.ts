import { type Item, isCurrent, itemValue, statements } from './item.ts'

/** The statements by which a company's item names its people, the weightiest first. */
const ROLES: Record<string, string> = {
  P169: 'chief executive officer',
  P488: 'chairperson',
  P3320: 'board member',
  P112: 'founder',
}
const EXECUTIVES_MAX_COUNT = 50

/** The items of those who are in office now, with what they are. */
export function executivesOf(company: Item): Map<string, string> {
  const executives = new Map<string, string>()
  for (const [property, role] of Object.entries(ROLES))
    for (const statement of statements(company, property).filter(isCurrent)) {
      const id = itemValue(statement)
      if (id && !executives.has(id) && executives.size < EXECUTIVES_MAX_COUNT) executives.set(id, role)
    }
  return executives
}

const MANY_PEOPLE = 5_000
/** employees, students, staff */
const PEOPLE_COUNTS = ['P1128', 'P2196', 'P10610']
/** The claims of a company's item that are read here. */
export const COMPANY_CLAIMS = [...Object.keys(ROLES), ...PEOPLE_COUNTS, 'P31']
/** Universities, multinational and listed companies: their numbers are often not stated. */
const LARGE_CLASSES = new Set(['Q3918', 'Q875538', 'Q902104', 'Q161726', 'Q891723'])

export function isVeryLargeCompany(company: Item): boolean {
  const counts = PEOPLE_COUNTS.flatMap((property) => statements(company, property)).map(({ mainsnak }) => {
    const { amount } = (mainsnak?.datavalue?.value ?? {}) as { amount?: unknown }
    return Number(amount)
  })
  if (counts.some((count) => count >= MANY_PEOPLE)) return true
  return statements(company, 'P31').some((statement) => LARGE_CLASSES.has(itemValue(statement) ?? ''))
}
