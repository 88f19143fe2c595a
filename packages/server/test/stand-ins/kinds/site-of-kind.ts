import type { UnseenSite } from '../unseen/unseen-site.ts'
import { jsonLd, page } from '../website.ts'

/** Why a site is easy to get wrong. */
export type SiteKind =
  | 'lander'
  | 'link page'
  | 'keywords'
  | 'review widget'
  | 'branches'
  | 'copyright line'
  | 'abbreviation'
  | 'site name alone'
  | 'several places'
  | 'tagline'
  | 'service'
  | 'subdomain'
  | 'unchanged template'
  | 'person'
  | 'footer'
  | 'title order'
  | 'other scripts'
  | 'no owner'

export type SiteOfKind = UnseenSite & { kind: SiteKind }

/** Cases of one kind: what, domain, the names a reader would accept (none where a reader could not tell), head, body. */
export type SiteCase = readonly [what: string, domain: string, names: string | string[], head: string, body?: string]

export function sitesOf(kind: SiteKind, cases: readonly SiteCase[]): SiteOfKind[] {
  return cases.map(([what, domain, names, head, body = '']) => ({
    kind,
    what: `${kind}: ${what}`,
    domain,
    names: [names].flat().filter((name) => name !== ''),
    web: { [`${domain}/`]: page(head, body) },
  }))
}

export const title = (text: string) => `<title>${text}</title>`
export const og = (name: string) => `<meta property="og:site_name" content="${name}">`
export const about = (text: string) => `<meta name="description" content="${text}">`
export const org = (members: object, type = 'Organization') =>
  jsonLd({ '@context': 'https://schema.org', '@type': type, ...members })
export const foot = (text: string) => `<main><p>Our work, our people.</p></main><footer>${text}</footer>`
