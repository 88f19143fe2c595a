import { Type } from 'typebox'

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/
const CONTACT_ID =
  /^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$/

/** An id that a client sends: any case. The service itself always writes lower case. */
export const UuidInput = Type.String({ pattern: UUID.source, description: 'UUID; matching ignores case.' })

/** An id that the service writes. */
export const Uuid = Type.String({ format: 'uuid' })

export const JobParams = Type.Object({ jobId: UuidInput })
export const GroupParams = Type.Object({ groupId: UuidInput })
export const SessionParams = Type.Object({ sessionId: UuidInput })
export const TokenParams = Type.Object({ tokenId: UuidInput })

/** §2.1: 32 hexadecimal characters or a dashed UUID; matching ignores case. */
export const ContactParams = Type.Object({
  contactId: Type.String({
    pattern: CONTACT_ID.source,
    description: '32 hexadecimal characters, or a dashed UUID of version 1 to 8; matching ignores case.',
  }),
})

/** The canonical form (lower case, dashed) of a contact id in any form that §2.1 allows. */
export function parseContactId(text: string): string | undefined {
  if (!CONTACT_ID.test(text)) return undefined
  const hex = text.replaceAll('-', '').toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
