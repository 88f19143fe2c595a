import { type Static, Type } from 'typebox'
import { dateTime, strict } from './schema.ts'

/** Send it once, as the header `Playground-Ticket` of §4.8. */
export const PlaygroundTicket = strict({ ticket: Type.String(), expires_at: dateTime() })
export type PlaygroundTicket = Static<typeof PlaygroundTicket>
