// Home pages that take more than one plain response to read, each with the name that a reader would give their owner. All of them are made up.

import type { Site } from './sites.ts'
import { page, redirectTo, type Web } from './website.ts'

const og = (name: string) => `<meta property="og:site_name" content="${name}">`
const title = (text: string) => `<title>${text}</title>`

const utf16 = (html: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(html, 'utf16le')])
const bytes =
  (contentType: string, body: Uint8Array): Web[string] =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(body)

export const REACHED_SITES: readonly Site[] = [
  {
    what: 'a page of more than a megabyte',
    domain: 'granitevale.com',
    names: ['Granite Vale'],
    web: { 'granitevale.com/': page(og('Granite Vale'), `<p>${'x'.repeat(1_200_000)}</p>`) },
  },
  {
    what: 'a page in UTF-16',
    domain: 'papermoon.com',
    names: ['Paper Moon'],
    web: { 'papermoon.com/': bytes('text/html', utf16(page(og('Paper Moon')))) },
  },
  {
    what: 'a page in windows-1252',
    domain: 'baeren-apotheke.de',
    names: ['Bären-Apotheke'],
    web: {
      'baeren-apotheke.de/': bytes(
        'text/html; charset=windows-1252',
        Buffer.from(page(og('Bären-Apotheke')), 'latin1'),
      ),
    },
  },
  {
    what: 'a page that sends its reader on',
    domain: 'linden-optik.de',
    names: ['Linden Optik'],
    web: {
      'linden-optik.de/': page('<meta http-equiv="refresh" content="0; url=/de/start.html">'),
      'linden-optik.de/de/start.html': page(og('Linden Optik')),
    },
  },
  {
    what: 'a page that sends its reader elsewhere',
    domain: 'cedarhollow.com',
    names: [],
    web: {
      'cedarhollow.com/': page('<meta http-equiv="refresh" content="0; url=https://other-firm.com/">'),
      'other-firm.com/': page(og('Cedar Hollow')),
    },
  },
  {
    what: 'a redirect to www',
    domain: 'vandermeer.nl',
    names: ['Van der Meer'],
    web: { 'vandermeer.nl/': redirectTo('https://www.vandermeer.nl/'), 'www.vandermeer.nl/': page(og('Van der Meer')) },
  },
  {
    what: 'a redirect to a language',
    domain: 'sudwind.ch',
    names: ['Südwind'],
    web: {
      'sudwind.ch/': redirectTo('/de'),
      'sudwind.ch/de': page(title('Südwind | Reisen') + '<link rel="canonical" href="https://sudwind.ch/de">'),
    },
  },
  {
    what: 'mail below a sub-domain',
    domain: 'mail.brightwater.org',
    names: ['Brightwater'],
    web: { 'brightwater.org/': page(og('Brightwater')) },
    absent: ['mail.brightwater.org', 'www.mail.brightwater.org'],
  },
  {
    what: 'a site without https',
    domain: 'oldmill.com',
    names: ['Old Mill'],
    web: { 'oldmill.com/': page(og('Old Mill')) },
    broken: { 'https://oldmill.com': 'ECONNREFUSED' },
  },
  {
    what: 'a site with a certificate of another',
    domain: 'fernhill.com',
    names: ['Fernhill'],
    web: { 'fernhill.com/': page(og('Fernhill')) },
    broken: { 'https://fernhill.com': 'ERR_TLS_CERT_ALTNAME_INVALID' },
  },
  {
    what: 'www alone',
    domain: 'coppergate.co.uk',
    names: ['Coppergate'],
    web: { 'www.coppergate.co.uk/': page(og('Coppergate')) },
  },
  {
    what: 'a site that forbids robots, without www',
    domain: 'quietlane.com',
    names: [],
    web: { 'quietlane.com/robots.txt': 'User-agent: *\nDisallow: /', 'quietlane.com/': page(og('Quiet Lane')) },
    absent: ['www.quietlane.com'],
  },
]
