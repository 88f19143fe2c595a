import { domainToUnicode } from 'node:url'
import { boundLinks, boundText, boundUrl } from '../bounds.ts'
import type { CompanyFacts } from '../facts.ts'
import type { WikidataApi } from './api.ts'
import { isOrganisation } from './classes.ts'
import {
  bestStatements,
  descriptionOf,
  type Item,
  isCurrent,
  labelOf,
  type Statement,
  statements,
  stringValue,
} from './item.ts'
import { profileLinks } from './links.ts'
import type { QueryService } from './query-service.ts'

/** The item of the organisation whose official website (P856) is this domain, if there is exactly one. */
export async function findCompany(api: WikidataApi, domain: string): Promise<Item | undefined> {
  const ids = await api.search(siteUrls(domain).map((url) => `P856=${url}`))
  return ids && chooseCompany(await api.items(ids), domain)
}

/** The items that claim each of these domains as their site. Undefined if they cannot be requested in one question now. */
export async function findClaimants(
  { wikidata, queryService }: { wikidata: WikidataApi; queryService: QueryService },
  domains: readonly string[],
): Promise<Map<string, Item[]> | undefined> {
  const found = await queryService.itemsOfSites(domains.flatMap(siteUrls))
  if (!found) return undefined
  const ids = new Map(
    domains.map((domain) => [domain, new Set(siteUrls(domain).flatMap((url) => found.get(url) ?? []))]),
  )
  const items = new Map(
    (await wikidata.items([...new Set([...ids.values()].flatMap((all) => [...all]))])).map((item) => [item.id, item]),
  )
  return new Map(domains.map((domain) => [domain, [...ids.get(domain)!].flatMap((id) => items.get(id) ?? [])]))
}

/** A site is written with http or https, with or without www, with or without the slash. */
function siteUrls(domain: string): string[] {
  const names = new Set([domain, domainToUnicode(domain)])
  const hosts = [...names].flatMap((name) => [name, `www.${name}`])
  return hosts.flatMap((host) => [`https://${host}/`, `https://${host}`, `http://${host}/`, `http://${host}`])
}

/** Items for which the site is the preferred one come first; among equals, two claimants are as good as none. */
export function chooseCompany(items: readonly Item[], domain: string): Item | undefined {
  const claimants = items
    .map((item) => ({ item, sites: statements(item, 'P856').filter((site) => isSiteOf(site, domain)) }))
    .filter(({ item, sites }) => sites.length > 0 && isOrganisation(item) && !isDissolved(item))
  const preferred = claimants.filter(({ sites }) => sites.some(({ rank }) => rank === 'preferred'))
  const [first, ...others] = preferred.length > 0 ? preferred : claimants
  return others.length === 0 && first && isOrganisation(first.item) === true ? first.item : undefined
}

/** The host is the domain and the path is empty: a page below another site is not a site. */
function isSiteOf(statement: Statement, domain: string): boolean {
  const url = URL.parse(stringValue(statement) ?? '')
  if (!url || !isCurrent(statement)) return false
  return bare(url.hostname) === bare(domain) && url.pathname === '/' && !url.search
}

function bare(host: string): string {
  return host.replace(/^www\./, '')
}

function isDissolved(item: Item): boolean {
  return statements(item, 'P576').some(({ mainsnak }) => mainsnak?.snaktype !== 'novalue')
}

export function companyFacts(item: Item, domain: string): CompanyFacts {
  const name = boundText(labelOf(item))
  const description = boundText(descriptionOf(item))
  const sites = bestStatements(item, 'P856').filter((site) => isSiteOf(site, domain))
  const website = boundUrl(sites[0] && stringValue(sites[0]))
  const links = boundLinks(profileLinks(item, ['P2002', 'P4264', 'P2013', 'P2003', 'P2037']))
  return {
    ...(name && { name }),
    ...(website && { website }),
    ...(description && { description }),
    ...(links.length > 0 && { links }),
  }
}
