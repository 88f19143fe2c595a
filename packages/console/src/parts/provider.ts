import { providers } from '../texts/providers.ts'

/** The name of a mail provider. Ids that are domains (`mail.com`) are unchanged, and short ones are acronyms (`gmx`). */
export function providerName(id: string): string {
  const name = id.replace(/(^|-)(\w)/g, (_, start, letter) => (start && ' ') + letter.toUpperCase())
  return providers.names[id] ?? (id.includes('.') ? id : id.length < 4 ? id.toUpperCase() : name)
}
