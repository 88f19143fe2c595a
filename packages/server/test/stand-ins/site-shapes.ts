// Home pages as they are made by people, builders and frameworks, each with the name that a reader would give their owner:
// undefined where a reader could not tell. All of them are made up.
import { jsonLd, page, redirectTo, type Web } from './website.ts'

export type SiteShape = {
  what: string
  domain: string
  web: Web
  /** Undefined: no name, because the page names no one, or names somebody else. */
  name: string | undefined
  absent?: readonly string[]
  broken?: Readonly<Record<string, string>>
}

const site = (what: string, domain: string, name: string | undefined, head: string, body = ''): SiteShape => ({
  what,
  domain,
  name,
  web: { [`${domain}/`]: page(head, body) },
})

const og = (name: string) => `<meta property="og:site_name" content="${name}">`
const title = (text: string) => `<title>${text}</title>`
const organisation = (members: object, type = 'Organization') =>
  jsonLd({ '@context': 'https://schema.org', '@type': type, ...members })
const footer = (text: string) => `<main><p>Some words about what we do.</p></main><footer><p>${text}</p></footer>`

/** The page has no name, or not one that its owner wrote. */
const NAMELESS: SiteShape[] = [
  site(
    'a theme put up as it came',
    'brannigan-vets.com',
    undefined,
    title('Petza - Veterinary Bootstrap Template') + og('Petza'),
    footer('© 2026 Petza. All rights reserved'),
  ),
  site(
    'a captured domain',
    'stjohns-choir.org',
    undefined,
    title('MAWAR77: Situs Slot Gacor Hari Ini') + og('MAWAR77'),
    footer('© MAWAR77'),
  ),
  site(
    'a captured domain whose intruder states itself as the owner',
    'brightwaterdental.com',
    undefined,
    title('MAHJONG88: Situs Slot Gacor Hari Ini') +
      organisation({ name: 'MAHJONG88', url: 'https://brightwaterdental.com/' }),
    footer('© 2026 MAHJONG88'),
  ),
  site(
    'a theme put up as it came, which states itself as the owner',
    'kesslerhaus.de',
    undefined,
    title('Bizpro - Business HTML Template') + organisation({ name: 'Bizpro', url: '/' }),
    footer('© 2024 Bizpro. All rights reserved'),
  ),
  site(
    'a market that offers the domain by its name and states itself as the owner',
    'tulipfarm.com',
    undefined,
    title('tulipfarm.com') + organisation({ name: 'Spaceship', url: 'https://tulipfarm.com' }),
    '<p><b>tulipfarm.com</b> is for sale on Spaceship. Make an offer.</p>',
  ),
  site(
    'a parked page in a language without spaces',
    'sakurado.jp',
    undefined,
    title('Sakurado'),
    '<p>このドメインはお名前.comで取得されています。</p>',
  ),
  site(
    'a page of a hoster under the name of the domain',
    'tulpenhof.de',
    undefined,
    title('Tulpenhof'),
    '<p>Hier entsteht in Kürze eine neue Internetpräsenz</p>',
  ),
  site(
    'a suspended account under the name of the domain',
    'acmefab.com',
    undefined,
    title('Acme Fab'),
    '<h1>This Account has been suspended.</h1><p>Contact your hosting provider for more information.</p>',
  ),
  site('an unedited Wix site', 'blue-heron-law.com', undefined, og('Mysite') + title('Home | Mysite')),
  site(
    'an unedited WordPress',
    'kestrel-audit.com',
    undefined,
    og('My WordPress') + title('My WordPress – Just another WordPress site'),
    footer('© 2026 My WordPress. Proudly powered by WordPress'),
  ),
  site('a Vite project', 'ledgerline.io', undefined, title('Vite App') + og('Vite App'), '<div id="app"></div>'),
  site(
    'a React project',
    'northpier.dev',
    undefined,
    title('React App') + '<meta name="description" content="Web site created using create-react-app">',
  ),
  site('a Next.js project', 'quillwork.app', undefined, title('Create Next App') + og('Create Next App')),
  site(
    'a German builder',
    'schreinerei-lohse.de',
    undefined,
    og('Meine Website') + title('Startseite | Meine Website'),
  ),
  site('a French builder', 'atelier-vallon.fr', undefined, og('Mon site') + title('Accueil - Mon site')),
  site('a Spanish builder', 'talleres-ibarra.es', undefined, og('Mi sitio web') + title('Inicio | Mi sitio web')),
  site('an Italian builder', 'officina-brera.it', undefined, og('Il mio sito') + title('Il mio sito - Home')),
  site('a Dutch builder', 'kaasboer-delft.nl', undefined, og('Mijn website') + title('Welkom | Mijn website')),
  site('a Polish builder', 'drukarnia-wisla.pl', undefined, og('Moja strona') + title('Moja strona')),
  site('a Russian builder', 'zavod-ural.ru', undefined, og('Мой сайт') + title('Мой сайт')),
  site('a Chinese builder', 'huaxin-tools.cn', undefined, og('我的网站') + title('首页 - 我的网站')),
  site(
    'a template of a theme',
    'greenfield-dental.com',
    undefined,
    og('Your Company Name') + title('Your Company Name - Slogan here') + organisation({ name: 'Your Company Name' }),
    footer('Copyright 2024 Your Company Name'),
  ),
  site(
    'an auction of the domain',
    'riverstone.net',
    undefined,
    og('GoDaddy Auctions') + title('riverstone.net | GoDaddy Auctions'),
  ),
  site(
    'a lander that says it is for sale',
    'brightoak.com',
    undefined,
    title('This website is for sale!') + og('Brightoak'),
    '<h1>brightoak.com</h1><p>This website is for sale! Your best source for information about brightoak.</p>',
  ),
  site(
    'a lander with the name in its title',
    'silverfin.org',
    undefined,
    title('Silverfin'),
    '<p>The domain silverfin.org is for sale. Make an offer.</p>',
  ),
  site(
    'a lander that asks to buy',
    'cobaltmint.com',
    undefined,
    title('cobaltmint.com') + og('Cobaltmint'),
    '<a href="/buy">Buy this domain</a>',
  ),
  site(
    'a German lander',
    'mondgarten.de',
    undefined,
    title('mondgarten.de') + og('Mondgarten'),
    '<p>Diese Domain steht zum Verkauf.</p>',
  ),
  site(
    'a French lander',
    'lumiere-bleue.fr',
    undefined,
    title('Lumière bleue'),
    '<p>Ce nom de domaine est à vendre</p>',
  ),
  site('a Spanish lander', 'casaverde.es', undefined, title('Casaverde'), '<p>Este dominio está en venta</p>'),
  site('a Dutch lander', 'zonnehof.nl', undefined, title('Zonnehof'), '<p>Deze domeinnaam is te koop</p>'),
  site('a Chinese lander', 'tianhe.cn', undefined, title('tianhe'), '<p>此域名正在出售</p>'),
  site(
    'a parked page',
    'palewind.com',
    undefined,
    title('Palewind'),
    '<p>This domain is parked free, courtesy of a registrar.</p>',
  ),
  site(
    "a hoster's new page",
    'steinbach-it.de',
    undefined,
    title('Steinbach IT'),
    '<p>Diese Domain wurde soeben registriert.</p>',
  ),
  site("a web server's own page", 'marlowe-group.com', undefined, title('Apache2 Ubuntu Default Page: It works')),
  site('a control panel', 'hartmann-bau.de', undefined, title('Domain Default page') + og('Plesk')),
  site('a page that is being built', 'fennwick.co.uk', undefined, title('Fennwick | Coming soon')),
  site('a challenge of a firewall', 'orchardbank.com', undefined, title('Just a moment...') + og('Cloudflare')),
  site('a webmail', 'lindqvist.se', undefined, title('Roundcube Webmail :: Welcome to Roundcube Webmail')),
  site('a suspended account', 'tinroof.com', undefined, title('Account Suspended') + og('Tinroof')),
  site(
    "another firm's name without a second place",
    'falconridge.com',
    undefined,
    og('Sunny Side Media') + title('Home'),
  ),
  site('a slogan', 'harborlight.com', undefined, title('The best coffee in town') + og('The best coffee in town')),
  site(
    'a theme that names itself',
    'petrov-consult.com',
    undefined,
    og('Astra Starter Templates') + title('Home - Astra Starter Templates'),
  ),
  site(
    'an agency that signs its work',
    'baeckerei-thoma.de',
    undefined,
    title('Willkommen') + og('Startseite'),
    footer('© 2025 Pixelwerk Medien GmbH'),
  ),
  site(
    "an article's publisher",
    'opalstone.org',
    undefined,
    title('News of the day') +
      jsonLd({
        '@type': 'NewsArticle',
        publisher: { '@type': 'Organization', name: 'Daily Herald', url: 'https://opalstone.org/' },
      }),
  ),
  site('a store before its opening', 'loomandlark.com', undefined, og('My Store') + title('My Store – Opening soon')),
  site('a page of a maker of logins', 'vireo-health.com', undefined, title('Sign in') + og('Microsoft 365')),
]

/** Each names its owner, in one of the ways in which sites do. */
const NAMED: SiteShape[] = [
  site(
    'og:site_name that repeats the domain',
    'blueheronlaw.com',
    'Blue Heron Law',
    og('Blue Heron Law') + title('Blue Heron Law | Trial lawyers'),
  ),
  site(
    'a longer og:site_name',
    'kestrelaudit.com',
    'Kestrel Audit & Tax LLP',
    og('Kestrel Audit &amp; Tax LLP') + title('Home'),
  ),
  site(
    'an umlaut spelled out in the domain',
    'mueller-werkzeuge.de',
    'Müller Werkzeuge GmbH',
    og('Müller Werkzeuge GmbH') + title('Startseite'),
  ),
  site('an umlaut dropped in the domain', 'bruckner-holz.at', 'Brückner Holz', title('Brückner Holz – Startseite')),
  site('an umlaut in the domain itself', 'xn--brger-bad-q9a.de', 'Bürger-Bad', title('Bürger-Bad | Willkommen')),
  site('a sharp s spelled out', 'strasser-und-weiss.de', 'Straßer und Weiß', title('Straßer und Weiß: Architekten')),
  site('a Danish a', 'aagaard-byg.dk', 'Ågaard Byg ApS', og('Ågaard Byg ApS') + title('Forside')),
  site('a Danish o', 'soerensen-vin.dk', 'Sørensen Vin', title('Sørensen Vin | Forside')),
  site('initials', 'nwtc.org', 'North West Timber Council', title('North West Timber Council - Home')),
  site(
    'a domain that is longer than the name',
    'getmarlin.com',
    'Marlin',
    og('Marlin') + title('Marlin – invoices without tears'),
  ),
  site(
    'a domain with the place',
    'hotel-adler-ulm.de',
    'Hotel Adler',
    og('Hotel Adler') + title('Hotel Adler: Zimmer'),
  ),
  site(
    'JSON-LD with the address of the site',
    'dpsgroup.com',
    'Danube Power Systems',
    title('Welcome') + organisation({ name: 'Danube Power Systems', url: 'https://www.dpsgroup.com' }, 'Corporation'),
  ),
  site(
    'JSON-LD of a dentist',
    'zahnarzt-lehmann.de',
    'Zahnarztpraxis Dr. Lehmann',
    organisation({ name: 'Zahnarztpraxis Dr. Lehmann', url: 'https://zahnarzt-lehmann.de/' }, 'Dentist'),
  ),
  site(
    'JSON-LD of a law firm',
    'wolfe-partners.com',
    'Wolfe & Partners',
    organisation({ name: 'Wolfe &amp; Partners', url: 'https://wolfe-partners.com' }, 'LegalService'),
  ),
  site(
    'JSON-LD of a car dealer',
    'autohaus-kern.de',
    'Autohaus Kern',
    organisation({ name: 'Autohaus Kern', url: 'http://www.autohaus-kern.de/' }, 'AutoDealer'),
  ),
  site(
    'JSON-LD of a hotel',
    'seeblick-hotel.ch',
    'Hotel Seeblick',
    organisation({ name: 'Hotel Seeblick', url: 'https://seeblick-hotel.ch/' }, 'Hotel'),
  ),
  site(
    'JSON-LD of a software house',
    'tamarind.io',
    'Tamarind',
    organisation({ name: 'Tamarind', url: 'https://tamarind.io/#org' }, 'OnlineBusiness'),
  ),
  site(
    'JSON-LD without an address',
    'larkspur-energy.com',
    'Larkspur Energy',
    organisation({ name: 'Larkspur Energy' }),
  ),
  site(
    'JSON-LD with a deeper address',
    'maplegrid.ca',
    'Maple Grid Inc.',
    organisation({ name: 'Maple Grid Inc.', url: 'https://maplegrid.ca/en/about' }),
  ),
  site(
    'JSON-LD with line ends in a text',
    'tessera-labs.com',
    'Tessera Labs',
    `<script type="application/ld+json">{"@type":"Organization","name":"Tessera Labs","url":"https://tessera-labs.com/","description":"Two\nlines"}</script>`,
  ),
  site(
    'JSON-LD behind a broken block',
    'cinderpath.com',
    'Cinder Path',
    `<script type="application/ld+json">{"@type":</script>${organisation({ name: 'Cinder Path', url: 'https://cinderpath.com/' })}`,
  ),
  site(
    "the site's name in JSON-LD",
    'rowanberry.org',
    'Rowan Berry Trust',
    jsonLd({ '@type': 'WebSite', name: 'Rowan Berry Trust', url: 'https://rowanberry.org/' }),
  ),
  site(
    'a graph of a plugin',
    'pinewoodvet.com',
    'Pinewood Vet Clinic',
    jsonLd({
      '@graph': [
        { '@type': 'WebPage', name: 'Home' },
        { '@type': ['Organization', 'VeterinaryCare'], name: 'Pinewood Vet Clinic', url: 'https://pinewoodvet.com/' },
      ],
    }),
  ),
  site(
    'microdata',
    'saltmarsh-inn.co.uk',
    'The Saltmarsh Inn',
    title('Welcome'),
    '<div itemscope itemtype="https://schema.org/Hotel"><h1 itemprop="name">The Saltmarsh Inn</h1></div>',
  ),
  site(
    'microdata with a content attribute',
    'bergerac-vins.fr',
    'Bergerac Vins SARL',
    title('Accueil'),
    '<div itemscope itemtype="http://schema.org/LocalBusiness"><meta itemprop="name" content="Bergerac Vins SARL"></div>',
  ),
  site(
    'another name than the domain, in two places',
    'hkm.de',
    'Heinrich Krüger Maschinenbau',
    og('Heinrich Krüger Maschinenbau') + title('Startseite'),
    footer('© 2026 Heinrich Krüger Maschinenbau GmbH. Alle Rechte vorbehalten.'),
  ),
  site(
    'a name with a legal form in the footer',
    'trelawney.co.uk',
    'Pascoe Boatyard',
    og('Pascoe Boatyard') + title('Boats | Pascoe Boatyard'),
    footer('&copy; 2019-2026 Pascoe Boatyard Ltd.'),
  ),
  site(
    'a footer whose name is a link',
    'dryden-stone.com',
    'Calloway Masonry',
    title('Calloway Masonry | Stone and brick'),
    '<footer>© 2026 <a href="/">Calloway Masonry, LLC</a></footer>',
  ),
  site(
    'a logo with a text',
    'mktl.net',
    'Markt & Leute',
    og('Markt &amp; Leute') + title('Home'),
    '<img class="site-logo" src="/logo.svg" alt="Markt &amp; Leute Logo">',
  ),
  site(
    'an application name',
    'fjordbank.no',
    'Fjordbank',
    '<meta name="application-name" content="Fjordbank">' + title('Logg inn'),
  ),
  site('a greeting in the title', 'goldammer.ch', 'Goldammer AG', title('Willkommen bei Goldammer AG')),
  site(
    'a tagline of the system, left as it came',
    'hazelwick.com',
    'Hazelwick',
    og('Hazelwick') + title('Hazelwick – Just another WordPress site'),
  ),
  site(
    'an og:url with the name of the file',
    'ostrava-sklo.cz',
    'Ostrava Sklo',
    og('Ostrava Sklo') + '<meta property="og:url" content="https://ostrava-sklo.cz/index.html">',
  ),
  site(
    'a Chinese title without spaces and a footer with the number of its licence',
    'hualiangpump.cn',
    '宁波华亮水泵有限公司',
    title('宁波华亮水泵有限公司-离心泵_潜水泵'),
    footer('版权所有 © 宁波华亮水泵有限公司 浙ICP备12345678号'),
  ),
  site(
    'a short name in the title, the full one in the footer',
    'gettamarack.com',
    'Tamarack',
    title('Tamarack: rosters for clinics'),
    footer('© 2026 Tamarack Systems, Inc.'),
  ),
  site(
    'a legal form in front of the name',
    'sadochok-lviv.ua',
    'Зелений Сад',
    title('Зелений Сад — саджанці поштою') + og('Зелений Сад'),
    footer('© ТОВ «Зелений Сад», 2026'),
  ),
  site(
    'a shop for themes',
    'themegrove.com',
    'Theme Grove',
    title('Theme Grove | WordPress themes') + og('Theme Grove'),
  ),
  site('entities in the name', 'okeefe-sons.ie', "O'Keefe & Sons", og('O&#39;Keefe &amp; Sons') + title('Home')),
  site('a Japanese name with its Latin one', 'hoshizora.jp', 'Hoshizora', og('Hoshizora') + title('星空株式会社')),
  site(
    'a broker of domains',
    'hugedomains.com',
    'HugeDomains',
    og('HugeDomains') + title('Domain Names | HugeDomains'),
    `<p>${'We help people find the name of their dreams. '.repeat(150)}</p>`,
  ),
  site(
    'a maker of sites',
    'squarespace.com',
    'Squarespace',
    og('Squarespace') + title('Website Builder — Squarespace'),
  ),
  site(
    'a name that begins like software',
    'ghostkitchen.com',
    'Ghost Kitchen',
    og('Ghost Kitchen') + title('Ghost Kitchen | Food to your door'),
  ),
]

const utf16 = (html: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(html, 'utf16le')])
const bytes =
  (contentType: string, body: Uint8Array): Web[string] =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(body)

/** What has to be done to get at the page. */
const REACHED: SiteShape[] = [
  {
    what: 'a page of more than a megabyte',
    domain: 'granitevale.com',
    name: 'Granite Vale',
    web: { 'granitevale.com/': page(og('Granite Vale'), `<p>${'x'.repeat(1_200_000)}</p>`) },
  },
  {
    what: 'a page in UTF-16',
    domain: 'papermoon.com',
    name: 'Paper Moon',
    web: { 'papermoon.com/': bytes('text/html', utf16(page(og('Paper Moon')))) },
  },
  {
    what: 'a page in windows-1252',
    domain: 'baeren-apotheke.de',
    name: 'Bären-Apotheke',
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
    name: 'Linden Optik',
    web: {
      'linden-optik.de/': page('<meta http-equiv="refresh" content="0; url=/de/start.html">'),
      'linden-optik.de/de/start.html': page(og('Linden Optik')),
    },
  },
  {
    what: 'a page that sends its reader elsewhere',
    domain: 'cedarhollow.com',
    name: undefined,
    web: {
      'cedarhollow.com/': page('<meta http-equiv="refresh" content="0; url=https://other-firm.com/">'),
      'other-firm.com/': page(og('Cedar Hollow')),
    },
  },
  {
    what: 'a redirect to www',
    domain: 'vandermeer.nl',
    name: 'Van der Meer',
    web: { 'vandermeer.nl/': redirectTo('https://www.vandermeer.nl/'), 'www.vandermeer.nl/': page(og('Van der Meer')) },
  },
  {
    what: 'a redirect to a language',
    domain: 'sudwind.ch',
    name: 'Südwind',
    web: {
      'sudwind.ch/': redirectTo('/de'),
      'sudwind.ch/de': page(title('Südwind | Reisen') + '<link rel="canonical" href="https://sudwind.ch/de">'),
    },
  },
  {
    what: 'mail below a sub-domain',
    domain: 'mail.brightwater.org',
    name: 'Brightwater',
    web: { 'brightwater.org/': page(og('Brightwater')) },
    absent: ['mail.brightwater.org', 'www.mail.brightwater.org'],
  },
  {
    what: 'a site without https',
    domain: 'oldmill.com',
    name: 'Old Mill',
    web: { 'oldmill.com/': page(og('Old Mill')) },
    broken: { 'https://oldmill.com': 'ECONNREFUSED' },
  },
  {
    what: 'a site with a certificate of another',
    domain: 'fernhill.com',
    name: 'Fernhill',
    web: { 'fernhill.com/': page(og('Fernhill')) },
    broken: { 'https://fernhill.com': 'ERR_TLS_CERT_ALTNAME_INVALID' },
  },
  {
    what: 'www alone',
    domain: 'coppergate.co.uk',
    name: 'Coppergate',
    web: { 'www.coppergate.co.uk/': page(og('Coppergate')) },
  },
  {
    what: 'a site that forbids robots, without www',
    domain: 'quietlane.com',
    name: undefined,
    web: { 'quietlane.com/robots.txt': 'User-agent: *\nDisallow: /', 'quietlane.com/': page(og('Quiet Lane')) },
    absent: ['www.quietlane.com'],
  },
]

export const SITE_SHAPES: readonly SiteShape[] = [...NAMELESS, ...NAMED, ...REACHED]
