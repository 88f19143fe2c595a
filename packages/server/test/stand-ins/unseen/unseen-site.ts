import type { Web } from '../website.ts'

export type UnseenSite = {
  what: string
  domain: string
  web: Web
  /** Each spelling of the owner's name that a reader would take, the most natural first; none where a reader could not tell. */
  names: readonly string[]
  absent?: readonly string[]
}
