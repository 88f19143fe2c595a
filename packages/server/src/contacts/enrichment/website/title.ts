import { domainToUnicode } from 'node:url'
import { boundText } from '../bounds.ts'
import { fold } from '../fold.ts'

/** Of a text whose white space is single spaces. */
const SEPARATORS = / ?[|•·»«] ?| [-–—:]+ |: /
const GREETING = /^(?:welcome to|willkommen bei|bienvenue (?:chez|sur|à)|bienvenidos? a|benvenuti (?:in|da))\s+/i
const MAX_WORDS = 6

/** What sites write where their name should stand. */
const PLACEHOLDERS = new Set([
  'home',
  'home page',
  'homepage',
  'index',
  'website',
  'my website',
  'my site',
  'my blog',
  'blog',
  'untitled',
  'welcome',
  'wordpress',
  'site title',
  'official site',
  'official website',
  'startseite',
  'accueil',
  'inicio',
])

/** Software and services that sign the pages of their customers; on any other domain than their own it is not the owner. */
const MAKERS = new Set([
  ...['blogger', 'carrd', 'facebook', 'ghost', 'gitea', 'github', 'gitlab', 'godaddy', 'google sites', 'instagram'],
  ...['jimdo', 'joomla', 'linkedin', 'linktree', 'mastodon', 'mattermost', 'medium', 'nextcloud', 'notion', 'odoo'],
  ...[
    'roundcube',
    'shopify',
    'squarespace',
    'strikingly',
    'substack',
    'tumblr',
    'webflow',
    'weebly',
    'wix',
    'wordpress',
  ],
  ...['afternic', 'dan', 'hugedomains', 'namecheap', 'sedo'],
])

/** Titles of parked, unused and failing pages. */
const NO_SITE_PHRASES = [
  /(?<!\p{L})(?:buy this|domain park(?:ed|ing)|is parked)(?!\p{L})/iu,
  /(?<!\p{L})(?:zu[mr] verkauf|zu verkaufen|à vendre|en venta|in vendita|te koop)(?!\p{L})/iu,
  /(?<!\p{L})(?:under construction|coming soon|default (?:web )?page|index of|hacked by)(?!\p{L})/iu,
  /(?<!\p{L})(?:account|domain|site|website) (?:is |has been )?(?:disabled|expired|suspended)(?!\p{L})/iu,
  /(?<!\p{L})(?:not found|access denied|forbidden)(?!\p{L})/iu,
]
const FOR_SALE = /\bfor sale(?!\p{L})/giu
const WHAT_IS_SOLD = /(?<!\p{L})(?:domain|website|site|name|this|is)\b/iu

function isNoSite(text: string): boolean {
  if (NO_SITE_PHRASES.some((phrase) => phrase.test(text))) return true
  const offer = [...text.matchAll(FOR_SALE)].at(-1)
  return offer !== undefined && WHAT_IS_SOLD.test(text.slice(0, offer.index))
}

/** A name that the page states outright, unless it is a template's placeholder or that of the page's maker. */
export function statedName(value: unknown, domain: string): string | undefined {
  const name = boundText(value)
  if (!name || PLACEHOLDERS.has(fold(name)) || isNoSite(name)) return undefined
  const maker = fold(name.split(SEPARATORS)[0]!).replace(/ (?:com|org|net)$/, '')
  return MAKERS.has(maker) && maker.replaceAll(' ', '') !== labelOf(domain) ? undefined : name
}

/**
 * The part of a page's title that is the site's name. A title is a guess ("Just a moment…", "Log in", "Domain for sale"),
 * and an application's name may be that of the software ("Roundcube"), so a part counts only if it repeats the domain's own
 * label, spelled out or by its initials. A title with the whole domain speaks of the domain: its registrar or hoster wrote it.
 */
export function nameFromTitle(title: unknown, domain: string): string | undefined {
  const text = boundText(title) ?? ''
  if (isNoSite(text)) return undefined
  const label = labelOf(domain)
  const parts = text.split(SEPARATORS).map((part) => part.replace(GREETING, '').trim())
  return parts.find((part) => repeats(part, label) && !part.toLowerCase().includes(domainToUnicode(domain)))
}

function labelOf(domain: string): string {
  return fold(domainToUnicode(domain).split('.')[0] ?? '').replaceAll(' ', '')
}

function repeats(part: string, label: string): boolean {
  const words = fold(part).split(' ')
  if (!label || words.length > MAX_WORDS) return false
  const initials = words.map((word) => word[0] ?? '').join('')
  const joined = words.join('')
  return joined === label || (label.length >= 3 && (initials === label || joined.includes(label)))
}
