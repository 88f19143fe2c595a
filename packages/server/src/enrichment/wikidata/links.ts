import { bestStatements, type Item, isCurrent, stringValue } from './item.ts'

/** Where an account named by a property is found. */
const PROFILES = {
  P2002: 'https://x.com/',
  P6634: 'https://www.linkedin.com/in/',
  P4264: 'https://www.linkedin.com/company/',
  P2013: 'https://www.facebook.com/',
  P2003: 'https://www.instagram.com/',
  P2037: 'https://github.com/',
}

/** The first account of each kind that is still in use. */
export function profileLinks(item: Item, properties: readonly (keyof typeof PROFILES)[]): string[] {
  return properties.flatMap((property) => {
    const account = currentString(item, property)
    return account ? PROFILES[property] + encodeURIComponent(account.toWellFormed()) : []
  })
}

export function currentString(item: Item, property: string): string | undefined {
  return bestStatements(item, property)
    .filter(isCurrent)
    .map(stringValue)
    .find((value) => value !== undefined)
}
