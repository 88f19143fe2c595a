import { type CheerioAPI, load } from 'cheerio'
import { boundLinks, boundText, boundUrl } from '../bounds.ts'
import type { CompanyFacts } from '../facts.ts'
import { readOwner } from './json-ld.ts'
import { skim } from './skim.ts'
import { nameFromTitle, statedName } from './title.ts'

export type Page = {
  /** Where the page was found, after redirects. */
  url: string
  contentType: string
  body: Uint8Array
}

const CHARSET = /charset\s*=\s*["']?([\w-]+)/i

/** What a page, fetched as the home page of `domain`, says about the owner of the site; undefined if it does not say. */
export function readPage(page: Page, domain: string): CompanyFacts | undefined {
  const $ = load(skim(decode(page)))
  const landed = new URL(page.url)
  const owner = readOwner(jsonLdBlocks($), {
    isThisSite: (url) => isHome(URL.parse(url, landed.href), landed, domain),
    readName: (name) => statedName(name, domain),
  })
  // A page which says that it is some article or profile speaks of that, and not of the site.
  const self = isOwnHomePage($, landed, domain) ? readSelf($, landed, domain) : undefined
  const name = owner?.name ?? self?.name
  if (!name) return undefined
  const description = owner?.description ?? self?.description
  const links = boundLinks([...(owner?.links ?? []), ...(self?.links ?? [])])
  return { name, website: `${landed.origin}/`, ...(description && { description }), ...(links.length > 0 && { links }) }
}

/** The encoding is the header's, else the one that the page names, else UTF-8. */
function decode({ body, contentType }: Page): string {
  const beginning = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 2048)).toString('latin1')
  const label = CHARSET.exec(contentType)?.[1] ?? CHARSET.exec(beginning)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

function jsonLdBlocks($: CheerioAPI): string[] {
  return $('script[type="application/ld+json" i]')
    .toArray()
    .map((script) => $(script).text())
}

function readSelf($: CheerioAPI, landed: URL, domain: string): CompanyFacts {
  const name =
    statedName(meta($, 'og:site_name'), domain) ??
    nameFromTitle(meta($, 'application-name'), domain) ??
    nameFromTitle($('title').first().text(), domain)
  const description = boundText(meta($, 'og:description')) ?? boundText(meta($, 'description'))
  const relMe = $('a[rel~="me" i], link[rel~="me" i]')
    .toArray()
    .map((element) => boundUrl($(element).attr('href'), landed.href))
  return { ...(name && { name }), ...(description && { description }), links: boundLinks(relMe) }
}

function meta($: CheerioAPI, name: string): string | undefined {
  return $(`meta[property="${name}" i], meta[name="${name}" i]`).first().attr('content')
}

/** Taken at its own word: its canonical address and og:url are the home page's, or it states none and is no article. */
function isOwnHomePage($: CheerioAPI, landed: URL, domain: string): boolean {
  const stated = [$('link[rel~="canonical" i]').first().attr('href'), meta($, 'og:url')].filter((one) => one?.trim())
  if (stated.length === 0) return !/^(?:article|profile|product|book|video|music)\b/i.test(meta($, 'og:type') ?? '')
  return stated.every((one) => {
    const url = URL.parse(one!.trim(), landed.href)
    return isHome(url, landed, domain) || (url?.host === landed.host && url.pathname === landed.pathname)
  })
}

/** The root of the domain, with or without `www.`, or the path that the root led to. */
function isHome(url: URL | null, landed: URL, domain: string): boolean {
  if (!url || url.search || url.hostname.replace(/^www\./, '') !== domain.replace(/^www\./, '')) return false
  return url.pathname === '/' || url.pathname === landed.pathname
}
