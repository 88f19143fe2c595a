import { parseDomainName } from '../domain-name.ts'

/** The operator's own lists: they override every other list, for a domain and everything below it. */
export type OperatorLists = {
  readonly allow: ReadonlySet<string>
  readonly deny: ReadonlySet<string>
}

export function readOperatorLists(allow: readonly string[] = [], deny: readonly string[] = []): OperatorLists {
  const lists = { allow: readList('allow', allow), deny: readList('deny', deny) }
  for (const domain of lists.allow) {
    if (lists.deny.has(domain)) throw new Error(`${domain} is in the allow list and in the deny list.`)
  }
  return lists
}

function readList(name: string, entries: readonly string[]): Set<string> {
  return new Set(
    entries.map((entry) => {
      const domain = parseDomainName(entry.trim())
      if (!domain.ok) throw new Error(`"${entry}" in the ${name} list has ${domain.message}.`)
      return domain.ascii
    }),
  )
}

/** The nearest entry for the domain or a parent: an operator may list a whole public suffix. */
export function findOperatorListing(lists: OperatorLists, ascii: string): 'allow' | 'deny' | undefined {
  if (lists.allow.size === 0 && lists.deny.size === 0) return undefined
  for (let name = ascii; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    if (lists.allow.has(name)) return 'allow'
    if (lists.deny.has(name)) return 'deny'
  }
  return undefined
}
