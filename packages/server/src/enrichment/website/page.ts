import { type CheerioAPI, load } from 'cheerio'
import { boundLinks, boundText, boundUrl } from '../bounds.ts'
import type { CompanyFacts } from '../facts.ts'
import { fold } from '../fold.ts'
import { copyrightHolders } from './copyright.ts'
import { isFilled, isForeign, isLinkPage, isPlaceholder, isUnusedPage } from './defaults.ts'
import { isOrganisationType, nodesOf, readOwners } from './json-ld.ts'
import { isOfTown } from './keywords.ts'
import {
  agreesWithDomain,
  beginsDomain,
  commonBeginning,
  isBeginningOf,
  isDescription,
  isSameName,
  nameFromTitle,
  repeatsDomain,
  statedName,
  titleParts,
  withoutTagline,
} from './names.ts'
import { type FoundPerson, findPeople } from './people.ts'
import { skim } from './skim.ts'

export type Page = {
  /** Where the page was found, after redirects. */
  url: string
  contentType: string
  body: Uint8Array
}

export type PageFacts = {
  /** Undefined if the page does not say who owns the site. */
  company: CompanyFacts | undefined
  people: FoundPerson[]
  /** Pages of the same site that may name people, the likeliest first. */
  peoplePages: string[]
  /** Where the page sends its reader at once. */
  refresh: string | undefined
}

const CHARSET = /charset\s*=\s*["']?([\w-]+)/i

/** The facts about a site's owner in a page that was fetched as the home page of `domain`. */
export function readPage(page: Page, domain: string): PageFacts {
  const $ = load(skim(decode(page), isWantedAnchor))
  const landed = new URL(page.url)
  const nodes = nodesOf(jsonLdBlocks($))
  return {
    company: readCompany($, nodes, landed, domain),
    people: findPeople($, nodes, landed.href),
    peoplePages: findPeoplePages($, landed),
    refresh: refreshTarget($, landed),
  }
}

/** The encoding is that of the byte order mark, else the header's, else the one that the page names, else UTF-8. */
function decode({ body, contentType }: Page): string {
  const beginning = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 2048)).toString('latin1')
  const marked = beginning.startsWith('\xff\xfe')
    ? 'utf-16le'
    : beginning.startsWith('\xfe\xff')
      ? 'utf-16be'
      : undefined
  const label = marked ?? CHARSET.exec(contentType)?.[1] ?? CHARSET.exec(beginning)?.[1] ?? 'utf-8'
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

function readCompany(
  $: CheerioAPI,
  nodes: ReturnType<typeof nodesOf>,
  landed: URL,
  domain: string,
): CompanyFacts | undefined {
  const texts = textsOf($)
  const title = $('title').first().text()
  const description = boundText(meta($, 'description')) ?? boundText(meta($, 'og:description'))
  if (isUnusedPage(boundText(title) ?? '', description ? [description, ...texts] : texts)) return undefined
  const headings = [...titleParts(title), ...titleParts(meta($, 'og:title')), ...titleParts(meta($, 'og:site_name'))]
  if (isLinkPage(headings, texts)) return undefined
  const readName = (name: unknown) => {
    const stated = statedName(decodeEntities(name), domain)
    return stated && withoutTagline(stated, domain)
  }
  const owners = readOwners(nodes, {
    isThisSite: (url) => isHome(URL.parse(url, landed.href), landed, domain),
    isSameHost: (url) => bare(URL.parse(url, landed.href)?.hostname ?? '') === bare(landed.hostname),
    readName,
    repeatsDomain: (name) => repeatsDomain(name, domain),
  })
  const own = oneOwner(owners.own, domain)
  // A page that names two owners, neither of them by the domain, confirms no other name either.
  const isAmbiguous = !own && owners.own.length > 0
  const isSelfMade =
    !isAmbiguous && !isForeign([title, meta($, 'og:title'), meta($, 'og:site_name'), meta($, 'description')])
  // A page which says that it is some article or profile speaks of that, and not of the site.
  const isOwn = isOwnHomePage($, landed, domain)
  const owner = own && isOwner(own.name ?? '') ? own : undefined
  const name =
    owner?.name ?? (isOwn ? chooseName($, { texts, title, domain, owners, readName, isSelfMade }) : undefined)

  /** A theme's maker, an intruder, a service and the brand that a dealer sells are stated as the owner, too. */
  function isOwner(name: string): boolean {
    if (agreesWithDomain(name, domain)) return true
    return isSelfMade && !isDescription(name) && !(isOwn && nameFromTitle(title, domain))
  }
  if (!name) return undefined
  const stated = owner ?? owners.perhaps.find((one) => one.name === name)
  const self = isOwn ? readSelf($, landed) : undefined
  const text = boundText(decodeEntities(stated?.description ?? self?.description))
  const links = boundLinks([...(stated?.links ?? []), ...(self?.links ?? [])])
  return {
    name,
    website: `${landed.origin}/`,
    ...(text && { description: text }),
    ...(links.length > 0 && { links }),
  }
}

/**
 * The one owner that a page states. Branches that the domain names go by what their names have in common. A page that names two
 * owners otherwise names none.
 */
function oneOwner(stated: readonly CompanyFacts[], domain: string): CompanyFacts | undefined {
  const [first, ...others] = stated
  if (!first?.name || others.every(({ name = '' }) => isSameName(first.name!, name))) return first
  const name = commonBeginning(stated.map((one) => one.name ?? ''))
  return name && beginsDomain(name, domain) ? { name } : undefined
}

type Named = {
  texts: readonly string[]
  title: string
  domain: string
  owners: ReturnType<typeof readOwners>
  readName(name: unknown): string | undefined
  isSelfMade: boolean
}

/**
 * A system fills in the site's title in several places; its owner's name is in others. A name that does not agree
 * with the domain has to be in both.
 */
function chooseName($: CheerioAPI, { texts, title, domain, owners, readName, isSelfMade }: Named): string | undefined {
  const isName = (name: string | undefined) => name !== undefined
  const settings = [meta($, 'og:site_name'), ...owners.siteNames].map(readName).filter(isName)
  const branch = oneOwner(owners.perhaps, domain)
  const content = [branch?.name, ...microdataOwners($).map(readName)].filter(isName)
  const signed = [...copyrightHolders(texts), ...logoTexts($)].map(readName).filter(isName)
  const inTitle = [...titleParts(title), ...titleParts(meta($, 'og:title'))]
  const isConfirmed = (name: string, by: readonly string[]) => isSelfMade && by.some((other) => isSameName(name, other))
  // Pages of intruders keep the domain in their settings.
  const isAgreed = (name: string) =>
    agreesWithDomain(name, domain) && !isOfTown(name) && (isSelfMade || name.toLowerCase() !== domain)
  // A service writes its own name there, and in the title that of its customer or of what it sells.
  const ofSite = boundText(meta($, 'og:site_name'))
  const isHosted =
    ofSite !== undefined &&
    !agreesWithDomain(ofSite, domain) &&
    !isPlaceholder(ofSite) &&
    ![...inTitle, ...signed, ...content].some((name) => isSameName(name, ofSite))
  const signature = signed.find((name) => agreesWithDomain(name, domain))
  return (
    content.find((name) => agreesWithDomain(name, domain) || isConfirmed(name, [...settings, ...inTitle, ...signed])) ??
    owners.rated.find((name) => isConfirmed(name, isOfTown(name) ? signed : [...settings, ...inTitle, ...signed])) ??
    settings.find((name) => isAgreed(name) || isConfirmed(name, [...content, ...signed])) ??
    nameFromTitle(meta($, 'application-name'), domain) ??
    (isHosted ? undefined : nameFromTitle(title, domain)) ??
    inTitle.map(readName).find((name) => name !== undefined && isConfirmed(name, [...content, ...signed])) ??
    inTitle.find((part) => signature && isBeginningOf(part, signature) && agreesWithDomain(part, domain)) ??
    signature ??
    settings.find((name) => isSelfMade && isUsedThroughout(name, { $, texts, inTitle, signed }))
  )
}

type Uses = { $: CheerioAPI; texts: readonly string[]; inTitle: readonly string[]; signed: readonly string[] }

/**
 * Whether a site's name that nothing confirms is at least used as one: in the title, in a sentence in its own words, and no
 * other name signs the page. What ends like a sentence or has a comma is a slogan.
 */
function isUsedThroughout(name: string, { $, texts, inTitle, signed }: Uses): boolean {
  const sentences = [boundText(meta($, 'description')), boundText(meta($, 'og:description')), ...texts]
  const own = sentences.filter((text) => text !== undefined)
  if (/[,.!?]/.test(name) || signed.length > 0 || isFilled(own)) return false
  if (!inTitle.some((part) => isSameName(part, name))) return false
  const folded = fold(name)
  return own.some((text) => text.length > name.length + 3 && fold(text).includes(folded))
}

function textsOf($: CheerioAPI): string[] {
  return $('span')
    .toArray()
    .flatMap((span) => boundText($(span).text()) ?? [])
}

/** The `name` that follows an organisation's `itemtype`, before the next thing begins. */
function microdataOwners($: CheerioAPI): string[] {
  const owners: string[] = []
  let isOrganisation = false
  for (const element of $('[itemtype], [itemprop]').toArray()) {
    const type = /schema\.org\/(\w+)/.exec($(element).attr('itemtype') ?? '')?.[1]
    // A part of another thing plays a role in it: a publisher, an author.
    if (type) isOrganisation = isOrganisationType(type) && $(element).attr('itemprop') === undefined
    else if (isOrganisation && /^(?:name|legalName)$/.test($(element).attr('itemprop') ?? '')) {
      owners.push($(element).attr('content') ?? $(element).nextAll('span').first().text())
      isOrganisation = false
    }
  }
  return owners
}

const LOGO = /\blogo\b/i

function logoTexts($: CheerioAPI): string[] {
  return $('img')
    .toArray()
    .filter((image) =>
      LOGO.test(`${$(image).attr('class') ?? ''} ${$(image).attr('id') ?? ''} ${$(image).attr('alt')}`),
    )
    .map((image) => ($(image).attr('alt') ?? '').replace(LOGO, '').trim())
}

/** JSON-LD is no HTML, but many templates escape it as if it were. */
function decodeEntities<T>(text: T): T | string {
  return typeof text === 'string' && /&[#\w]{2,32};/.test(text) ? load(text, null, false).text() : text
}

function readSelf($: CheerioAPI, landed: URL): CompanyFacts {
  const description = boundText(meta($, 'og:description')) ?? boundText(meta($, 'description'))
  const relMe = $('a[rel~="me" i], link[rel~="me" i]')
    .toArray()
    .map((element) => boundUrl($(element).attr('href'), landed.href))
  return { ...(description && { description }), links: boundLinks(relMe) }
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

const START_PAGE = /^\/(?:(?:index|default|home|start|main|startseite)(?:\.(?:html?|php\d?|aspx?|jsp|shtml|cfm))?)?$/i

/** The root of the domain, with or without `www.`, or the path that the root led to. */
function isHome(url: URL | null, landed: URL, domain: string): boolean {
  if (!url || url.search || bare(url.hostname) !== bare(domain)) return false
  return START_PAGE.test(url.pathname) || url.pathname === landed.pathname
}

function bare(host: string): string {
  return host.replace(/^www\./, '')
}

/** Words by which pages about people are found, the likeliest pages first. */
const PEOPLE_WORDS = [
  /team|people|staff|mitarbeiter|équipe|equipe|equipo|persone|medarbejder|medarbetare|ansatte|medewerker|zespół|zespol|kollegen|leadership|management|vorstand|geschäftsführung/iu,
  /contact|kontakt|contatt|contacto|contato|ansprechpartner|imprint|impressum|mentions|colofon|legal-notice|yhteys|kapcsolat/iu,
  /about|über-uns|ueber-uns|uber-uns|a-propos|à-propos|quienes|nosotros|chi-siamo|over-ons|om-os|om-oss|o-nas|sobre|company|unternehmen|firma/iu,
]

function isWantedAnchor(tag: string, label: string): boolean {
  if (!/\shref\s*=/i.test(tag)) return false
  if (/mailto:/i.test(tag)) return true
  const text = `${tag} ${label.split('<')[0]}`
  return PEOPLE_WORDS.some((words) => words.test(text))
}

function findPeoplePages($: CheerioAPI, landed: URL): string[] {
  const ranked = $('a[href]')
    .toArray()
    .flatMap((anchor) => {
      const url = URL.parse($(anchor).attr('href') ?? '', landed.href)
      if (!url || url.origin !== landed.origin || url.search || url.pathname === landed.pathname) return []
      const text = `${decodePath(url.pathname)} ${$(anchor).next('span').text()}`
      const rank = PEOPLE_WORDS.findIndex((words) => words.test(text))
      return rank < 0 ? [] : [{ href: `${url.origin}${url.pathname}`, rank }]
    })
    .sort((a, b) => a.rank - b.rank || a.href.length - b.href.length)
  return [...new Set(ranked.map(({ href }) => href))]
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function refreshTarget($: CheerioAPI, landed: URL): string | undefined {
  const content = $('meta[http-equiv="refresh" i]').first().attr('content') ?? ''
  const [, delay = '', target = ''] = /^\s*(\d+)[\s;,]+(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? []
  const url = Number(delay) <= 10 ? URL.parse(target.trim(), landed.href) : null
  return target && url && url.href !== landed.href ? url.href : undefined
}
