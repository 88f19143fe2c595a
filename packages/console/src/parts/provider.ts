import { providers } from '../texts/providers.ts'

/** The name of a mail provider. Ids that are domains (`mail.com`) stay as they are. */
export function providerName(id: string): string {
  const isDomain = id.includes('.')
  return providers.names[id] ?? (isDomain ? id : id.split('-').map(capitalized).join(' '))
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
