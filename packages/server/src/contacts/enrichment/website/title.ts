import { domainToUnicode } from 'node:url'
import { boundText } from '../bounds.ts'
import { fold } from '../fold.ts'

const SEPARATORS = /\s*[|•·»«]\s*|\s+[-–—:]+\s+|:\s+/
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

/** A name that the page states outright, unless it is a template's placeholder. */
export function statedName(value: unknown): string | undefined {
  const name = boundText(value)
  return name && !PLACEHOLDERS.has(fold(name)) ? name : undefined
}

/**
 * The part of a page's title that is the site's name. A title is a guess ("Just a moment…", "Log in", "Domain for sale"),
 * and an application's name may be that of the software ("Roundcube"), so a part counts only if it repeats the domain's own
 * label, spelled out or by its initials.
 */
export function nameFromTitle(title: unknown, domain: string): string | undefined {
  const label = fold(domainToUnicode(domain).split('.')[0] ?? '').replaceAll(' ', '')
  const parts = (boundText(title) ?? '').split(SEPARATORS).map((part) => part.replace(GREETING, '').trim())
  return parts.find((part) => repeats(part, label))
}

function repeats(part: string, label: string): boolean {
  const words = fold(part).split(' ')
  if (!label || words.length > MAX_WORDS) return false
  const initials = words.map((word) => word[0] ?? '').join('')
  const joined = words.join('')
  return joined === label || (label.length >= 3 && (initials === label || joined.includes(label)))
}
