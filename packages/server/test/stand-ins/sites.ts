// Invented home pages, kept as data in sites/*.json. Each file says in `about` how the set was written and whether the rules may be changed for it.
import { readFileSync } from 'node:fs'
import { type Reply, redirectTo, type Web } from './website.ts'

export type Site = {
  what: string
  domain: string
  web: Web
  /** Each spelling of the owner's name that a reader would accept, the most natural first; none where a reader could not tell. */
  names: readonly string[]
  absent?: readonly string[]
  broken?: Readonly<Record<string, string>>
}

/** A page; or where it redirects to; or bytes of another type or encoding. */
type StoredReply = string | { redirect: string } | { contentType: string; base64: string }

export function readSites(...sets: string[]): Site[] {
  return sets.flatMap((set) => {
    const { sites } = JSON.parse(readFileSync(new URL(`./sites/${set}.json`, import.meta.url), 'utf8'))
    return (sites as (Site & { web: Record<string, StoredReply> })[]).map((site) => ({ ...site, web: toWeb(site.web) }))
  })
}

function toWeb(web: Record<string, StoredReply>): Web {
  return Object.fromEntries(Object.entries(web).map(([place, reply]) => [place, toReply(reply)]))
}

function toReply(reply: StoredReply): Reply {
  if (typeof reply === 'string') return reply
  if ('redirect' in reply) return redirectTo(reply.redirect)
  return (_request, response) =>
    response.writeHead(200, { 'content-type': reply.contentType }).end(Buffer.from(reply.base64, 'base64'))
}
