import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { rootOf } from '../../src/enrichment/eligible.ts'
import { askWebsite } from '../../src/enrichment/website/website.ts'
import { hangUp, jsonLd, page, type Reply, redirectTo, startWeb, status, type Web } from '../stand-ins/website.ts'
import { TEST_USER_AGENT } from '../stand-ins/website-client.ts'

const NOW = 1_800_000_000_000

const ACME_SITE = { domain: 'acme.com', root: 'acme.com' }

async function ask(web: Web, site = ACME_SITE, absent: readonly string[] = [], broken: Record<string, string> = {}) {
  const internet = await startWeb(web, absent, broken)
  const deps = { fetch: internet.fetch, clock: { now: () => NOW }, userAgent: TEST_USER_AGENT }
  return { answer: await askWebsite(deps, site), internet }
}

const NO_MATCH = { known: true, facts: { status: 'no_match', fetchedAt: NOW } }
const NOT_ASKED = { known: true, facts: { status: 'skipped', fetchedAt: NOW } }

const ACME = {
  '@context': 'https://schema.org',
  '@type': 'Corporation',
  name: 'Acme Rockets',
  url: 'https://www.acme.com/',
  description: 'Rockets\n for   everyone',
  sameAs: ['https://x.com/acme', 'https://x.com/acme', 'javascript:alert(1)', 'https://github.com/acme'],
}

test('the JSON-LD organisation of the home page is the company, with name, description and links', async () => {
  const { answer } = await ask({ 'acme.com/': page(`<title>Welcome</title>${jsonLd(ACME)}`) })
  expect(answer).toEqual({
    known: true,
    facts: {
      status: 'matched',
      fetchedAt: NOW,
      url: 'https://acme.com/',
      company: {
        name: 'Acme Rockets',
        website: 'https://acme.com/',
        description: 'Rockets for everyone',
        links: ['https://x.com/acme', 'https://github.com/acme'],
      },
    },
  })
})

test('a description that a template escaped as HTML is decoded', async () => {
  const escaped = { ...ACME, description: 'Rockets &quot;for everyone&quot; &amp; their cats' }
  const { answer } = await ask({ 'acme.com/': page(jsonLd(escaped)) })
  expect(answer).toMatchObject({ facts: { company: { description: 'Rockets "for everyone" & their cats' } } })
})

const OWNER_SPELLINGS: Record<string, unknown> = {
  'inside @graph': { '@graph': [{ '@type': 'WebSite', url: 'https://acme.com/' }, ACME] },
  'inside arrays': [[{ '@type': 'BreadcrumbList' }], [ACME]],
  'with several types': { ...ACME, '@type': ['Thing', 'https://schema.org/LocalBusiness'] },
  'with language-tagged name': { ...ACME, name: [{ '@value': 'Acme Rockets', '@language': 'en' }] },
  'with its url as a reference': { ...ACME, url: { '@id': 'http://acme.com' } },
  'named twice': [ACME, { ...ACME, name: 'ACME Rockets', description: undefined }],
}
for (const [how, block] of Object.entries(OWNER_SPELLINGS))
  test(`an organisation ${how} is found`, async () => {
    const { answer } = await ask({ 'acme.com/': page(jsonLd(block)) })
    expect(answer).toMatchObject({ facts: { company: { name: 'Acme Rockets', description: 'Rockets for everyone' } } })
  })

test('a broken JSON-LD block does not spoil the good one after it', async () => {
  const broken = '<script type="application/ld+json">{"@type":"Organization","name":"Wro</script>'
  const wrapped = `<script type="application/ld+json">//<![CDATA[\n${JSON.stringify(ACME)}\n//]]></script>`
  const { answer } = await ask({ 'acme.com/': page(broken + wrapped) })
  expect(answer).toMatchObject({ facts: { company: { name: 'Acme Rockets' } } })
})

const NOT_THE_OWNER: Record<string, unknown> = {
  "an article's publisher": {
    '@type': 'NewsArticle',
    publisher: { '@type': 'Organization', name: 'Daily Planet', url: 'https://acme.com/' },
    author: { '@type': 'Organization', name: 'Lane & Kent', url: 'https://acme.com/' },
  },
  "another firm's profile": { ...ACME, name: 'Other Firm', url: 'https://acme.com/company/other-firm' },
  'a firm with another site': { ...ACME, name: 'Other Firm', url: 'https://other.com/' },
  'a firm on a sub-domain': { ...ACME, name: 'Other Firm', url: 'https://other.acme.com/' },
  'a firm whose site only ends alike': { ...ACME, name: 'Other Firm', url: 'https://notacme.com/' },
  'a firm without a site': { ...ACME, name: 'Other Firm', url: undefined },
  'a person': { ...ACME, '@type': 'Person', name: 'Jane Doe' },
  'one of two different owners': [ACME, { ...ACME, name: 'Other Firm' }],
  'a reference that cannot be read': { '@graph': 'https://acme.com/#organization' },
}
for (const [who, block] of Object.entries(NOT_THE_OWNER))
  test(`${who} is not taken for the company`, async () => {
    const { answer } = await ask({ 'acme.com/': page(`<title>Start here</title>${jsonLd(block)}`) })
    expect(answer).toEqual(NO_MATCH)
  })

test('og:site_name comes before application-name, and that before the title', async () => {
  const names = [
    '<meta property="og:site_name" content="Acme by og">',
    '<meta name="application-name" content="Acme by app">',
    '<title>Acme by title | Home</title>',
  ]
  for (const [index, name] of ['Acme by og', 'Acme by app', 'Acme by title'].entries()) {
    const { answer } = await ask({ 'acme.com/': page(names.slice(index).join('')) })
    expect(answer).toMatchObject({ facts: { company: { name } } })
  }
})

test("a template's placeholder is not a name, nor is that of the software", async () => {
  const head = `<meta property="og:site_name" content=" Home "><meta name="application-name" content="Roundcube Webmail">
    <title>My Site</title>`
  expect((await ask({ 'acme.com/': page(head) })).answer).toEqual(NO_MATCH)
})

const SIGNED_BY_OTHERS = ['GitLab', 'Medium', 'WordPress.com', 'Dan.com', 'Gitea: Git with a cup of tea', 'Coming soon']
for (const name of SIGNED_BY_OTHERS)
  test(`"${name}" is not the name of a company on any domain but its own`, async () => {
    const heads = [`<meta property="og:site_name" content="${name}">`, jsonLd({ ...ACME, name })]
    for (const head of heads) expect((await ask({ 'acme.com/': page(head) })).answer).toEqual(NO_MATCH)
  })

test('a company that makes the sites of others has a site too', async () => {
  const site = { domain: 'gitlab.com', root: 'gitlab.com' }
  const { answer } = await ask({ 'gitlab.com/': page('<meta property="og:site_name" content="GitLab">') }, site)
  expect(answer).toMatchObject({ facts: { company: { name: 'GitLab' } } })
})

const TITLES: [title: string, domain: string, name: string | undefined][] = [
  ['Home | Acme Rockets Ltd.', 'acme.com', 'Acme Rockets Ltd.'],
  ['Welcome to ACME – rockets for everyone', 'acme.com', 'ACME'],
  ['Oxford University Press - homepage', 'oup.com', 'Oxford University Press'],
  ['Köln Möbel: Startseite', domainToASCII('kölnmöbel.de'), 'Köln Möbel'],
  ['X: the app', 'x.com', 'X'],
  ['Just a moment...', 'acme.com', undefined],
  ['acme.com is for sale and many more domains are waiting here', 'acme.com', undefined],
  ['Log in', 'acme.com', undefined],
  ['Extra vergine', 'x.com', undefined],
  ['acme.com', 'acme.com', undefined],
  ['Welcome to acme.com', 'acme.com', undefined],
  ['acme.com is for sale', 'acme.com', undefined],
  ['Buy acme.com', 'acme.com', undefined],
  ['Acme - this website is for sale! - Acme resources and information', 'acme.com', undefined],
  ['Acme: domaine à vendre', 'acme.com', undefined],
  ['acme.com webmail | Login', 'acme.com', undefined],
  ['Acme | Under construction', 'acme.com', undefined],
  ['Index of /acme', 'acme.com', undefined],
  ['Hacked by the Acme Crew', 'acme.com', undefined],
]
for (const [title, domain, name] of TITLES)
  test(`the title "${title}" of ${domain} gives ${name ?? 'no name'}`, async () => {
    const { answer } = await ask({ [`${domain}/`]: page(`<title>${title}</title>`) }, { domain, root: domain })
    if (name) expect(answer).toMatchObject({ facts: { company: { name } } })
    else expect(answer).toEqual(NO_MATCH)
  })

const OTHER_PAGES: Record<string, string> = {
  'an article by its type': '<meta property="og:type" content="article">',
  'an article by its og:url': '<meta property="og:url" content="https://acme.com/2026/rockets">',
  'an article by its canonical address': '<link rel="canonical" href="/2026/rockets">',
  "another site's page": '<link rel="canonical" href="https://other.com/">',
  "another site's page by its og:url alone":
    '<link rel="canonical" href="https://acme.com/"><meta property="og:url" content="https://other.com/">',
}
for (const [what, head] of Object.entries(OTHER_PAGES))
  test(`a page that says it is ${what} does not name the company`, async () => {
    const names = '<meta property="og:site_name" content="Acme Voices"><title>Acme raises 22 M</title>'
    const { answer } = await ask({ 'acme.com/': page(names + head) })
    expect(answer).toEqual(NO_MATCH)
    const owned = await ask({ 'acme.com/': page(names + head + jsonLd({ ...ACME, description: undefined })) })
    expect(owned.answer).toMatchObject({ facts: { company: { name: 'Acme Rockets' } } })
    expect(owned.answer).not.toMatchObject({ facts: { company: { description: expect.anything() } } })
  })

test('descriptions come from JSON-LD, then og, then meta; rel=me links add to sameAs', async () => {
  const head = `<title>Acme</title><meta property="og:description" content="by og"><meta name="description" content="by meta">
    <link rel="me" href="https://social.net/@acme">`
  const body = '<a rel="nofollow me" href="https://chat.net/acme">chat</a><a rel="menu" href="https://other.com/">x</a>'
  const { answer } = await ask({ 'acme.com/': page(head, body) })
  expect(answer).toMatchObject({
    facts: { company: { description: 'by og', links: ['https://social.net/@acme', 'https://chat.net/acme'] } },
  })
  const both = await ask({ 'acme.com/': page(head + jsonLd(ACME), body) })
  expect(both.answer).toMatchObject({
    facts: {
      company: {
        description: 'Rockets for everyone',
        links: ['https://x.com/acme', 'https://github.com/acme', 'https://social.net/@acme', 'https://chat.net/acme'],
      },
    },
  })
})

test('a page in a legacy encoding is read in it', async () => {
  const head = (charset: string) => `${charset}<meta property="og:site_name" content="M\xfcller &amp; S\xf6hne">`
  const send =
    (contentType: string, html: string): Reply =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': contentType }).end(Buffer.from(html, 'latin1'))
  for (const reply of [
    send('text/html; charset=ISO-8859-1', page(head(''))),
    send('text/html', page(head('<meta charset="windows-1252">'))),
  ])
    expect(
      (await ask({ 'mueller-soehne.de/': reply }, { domain: 'mueller-soehne.de', root: 'mueller-soehne.de' })).answer,
    ).toMatchObject({ facts: { company: { name: 'Müller & Söhne' } } })
})

test('a redirect within the registrable domain is followed, and the page found there is the source', async () => {
  const web = { 'acme.com/': redirectTo('https://www.acme.com/en/'), 'www.acme.com/en/': page('<title>Acme</title>') }
  expect((await ask(web)).answer).toMatchObject({
    facts: { url: 'https://www.acme.com/en/', company: { website: 'https://www.acme.com/' } },
  })
})

test('a redirect off the registrable domain is not followed', async () => {
  const web = {
    'acme.com/': redirectTo('https://acme.com.evil.net/'),
    'www.acme.com/': redirectTo('https://parent.com/'),
  }
  const { answer, internet } = await ask({ ...web, 'parent.com/': page(jsonLd(ACME)) })
  expect(answer).toEqual(NO_MATCH)
  expect(internet.asked.filter((address) => !/^(www\.)?acme\.com\//.test(address))).toEqual([])
})

test('below a public suffix of a private owner, every neighbour has another owner', () => {
  expect(['firm.uk.com', 'alice.github.io', 'mail.acme.co.uk', 'uk.com'].map(rootOf)).toEqual([
    'firm.uk.com',
    'alice.github.io',
    'acme.co.uk',
    'uk.com',
  ])
})

test('a page found under an address that is no URI is still a source, by one that is', async () => {
  const web = { 'acme.com/': redirectTo('/start?x={a|b}'), 'acme.com/start': page('<title>Acme</title>') }
  expect((await ask(web)).answer).toMatchObject({ facts: { url: 'https://acme.com/start?x=%7Ba%7Cb%7D' } })
  const long = { ...web, 'acme.com/': redirectTo(`/start?x=${'y'.repeat(3000)}`) }
  expect((await ask(long)).answer).toMatchObject({ facts: { url: 'https://acme.com/' } })
})

test('after three redirects the site is skipped', async () => {
  const web: Web = { 'acme.com/': redirectTo('/1'), 'acme.com/1': redirectTo('/2'), 'acme.com/2': redirectTo('/3') }
  expect((await ask({ ...web, 'acme.com/3': page(jsonLd(ACME)) })).answer).toMatchObject({
    facts: { status: 'matched' },
  })
  const longer = { ...web, 'acme.com/3': redirectTo('/4'), 'acme.com/4': page(jsonLd(ACME)) }
  expect((await ask(longer)).answer).toEqual(NO_MATCH)
})

test('a redirect to a private address is not followed', async () => {
  const { answer } = await ask({
    'acme.com/': redirectTo('http://127.0.0.1/'),
    'www.acme.com/': redirectTo('http://[::1]/'),
  })
  expect(answer).toEqual(NO_MATCH)
})

test('www is visited when the bare domain has no site, and not twice when both are the same page', async () => {
  const { answer } = await ask({ 'www.acme.com/': page('<title>Acme</title>') })
  expect(answer).toMatchObject({ facts: { url: 'https://www.acme.com/' } })
  const empty = await ask({ 'acme.com/': redirectTo('https://www.acme.com/'), 'www.acme.com/': page('') })
  expect(empty.internet.asked.filter((address) => address === 'www.acme.com/')).toHaveLength(1)
})

test('robots.txt is fetched first, and its refusal is kept', async () => {
  const rules = 'User-agent: *\nDisallow:\n\nUser-agent: mailsift\nDisallow: /\n'
  const { answer, internet } = await ask({
    'acme.com/robots.txt': rules,
    'www.acme.com/robots.txt': rules,
    'acme.com/': page(jsonLd(ACME)),
    'www.acme.com/': page(jsonLd(ACME)),
  })
  expect(answer).toEqual(NOT_ASKED)
  expect(internet.asked).toEqual(['acme.com/robots.txt', 'www.acme.com/robots.txt'])
  expect([...internet.userAgents]).toEqual([TEST_USER_AGENT])
})

test('robots.txt that forbids is kept also where www does not exist', async () => {
  const web = { 'acme.com/robots.txt': 'User-agent: *\nDisallow: /', 'acme.com/': page(jsonLd(ACME)) }
  expect((await ask(web, ACME_SITE, ['www.acme.com'])).answer).toEqual(NOT_ASKED)
})

test('over http only the name is taken, and its source says http', async () => {
  const head = `<title>Acme</title><meta name="description" content="x"><link rel="me" href="https://x.com/acme">`
  const broken = { 'https://acme.com': 'CERT_HAS_EXPIRED', 'https://www.acme.com': 'ECONNREFUSED' }
  const { answer } = await ask({ 'acme.com/': page(head) }, ACME_SITE, [], broken)
  expect(answer).toEqual({
    known: true,
    facts: { status: 'matched', fetchedAt: NOW, url: 'http://acme.com/', company: { name: 'Acme' } },
  })
})

test('a site on which nothing listens is "could not find out"', async () => {
  const origins = ['acme.com', 'www.acme.com'].flatMap((host) => [`https://${host}`, `http://${host}`])
  const broken = Object.fromEntries(origins.map((origin) => [origin, 'ECONNREFUSED']))
  expect((await ask({}, ACME_SITE, [], broken)).answer).toEqual({ known: false, reason: 'refused' })
})

const TEAM = page(
  '<title>Team</title>',
  `<h3>Jane Doe</h3><p>Head of Rockets</p><img src="/jane.jpg" alt="Jane Doe"><a href="mailto:Jane.Doe@acme.com?subject=hi">E-mail</a>
   <h3>John Smith</h3><a href="mailto:j.smith@acme.com">j.smith@acme.com</a>
   <h3>Our office</h3><p>Ask Mary Major or Bob Ray</p><a href="mailto:desk.north@acme.com">Write to us</a>`,
)
const peopleOf = (answer: unknown) => (answer as { facts: { people?: unknown } }).facts.people

test('people are found where a page of the site ties an exact address to a name that agrees with it', async () => {
  const { answer, internet } = await ask({
    'acme.com/': page('<title>Acme</title>', '<a href="/news">News</a><a href="/about/team">Our team</a>'),
    'acme.com/about/team': TEAM,
  })
  const url = 'https://acme.com/about/team'
  expect(peopleOf(answer)).toEqual([
    {
      address: 'jane.doe@acme.com',
      url,
      person: { name: 'Jane Doe', jobTitle: 'Head of Rockets', imageUrl: 'https://acme.com/jane.jpg' },
    },
    { address: 'j.smith@acme.com', url, person: { name: 'John Smith' } },
  ])
  expect(internet.asked).not.toContain('acme.com/news')
})

test('a person of JSON-LD with an address is found, at any depth', async () => {
  const jane = { '@type': 'Person', name: 'Jane Doe', email: 'mailto:jd@acme.com', jobTitle: 'CEO', image: '/j.png' }
  const { answer } = await ask({
    'acme.com/': page(jsonLd({ ...ACME, employee: [jane, { ...jane, email: undefined }] })),
  })
  expect(peopleOf(answer)).toMatchObject([
    { address: 'jd@acme.com', person: { name: 'Jane Doe', jobTitle: 'CEO', imageUrl: 'https://acme.com/j.png' } },
  ])
})

test('of the pages about people at most three are requested, in many languages, on the same host, and not against robots.txt', async () => {
  const links = [
    '/impressum',
    '/kontakt',
    '/unser-team',
    '/om-oss',
    'https://other.com/team',
    '/team?page=2',
    '/leadership',
  ]
  const { internet } = await ask({
    'acme.com/': page('<title>Acme</title>', links.map((href) => `<a href="${href}">x</a>`).join('')),
    'acme.com/robots.txt': 'User-agent: *\nDisallow: /leadership',
  })
  expect(internet.asked.slice(2).sort()).toEqual(['acme.com/kontakt', 'acme.com/unser-team'])
})

test('the robots.txt of the host that a redirect leads to is heard too', async () => {
  const { answer, internet } = await ask({
    'acme.com/': redirectTo('https://www.acme.com/'),
    'www.acme.com/robots.txt': 'User-agent: *\nDisallow: /',
    'www.acme.com/': page(jsonLd(ACME)),
  })
  expect(answer).toEqual(NOT_ASKED)
  expect(internet.asked).not.toContain('www.acme.com/')
})

test('a robots.txt that is missing or forbidden allows; one that fails does not, and is queried again later', async () => {
  for (const code of [404, 401, 403]) {
    const web = { 'acme.com/robots.txt': status(code), 'acme.com/': page(jsonLd(ACME)) }
    expect((await ask(web)).answer).toMatchObject({ facts: { status: 'matched' } })
  }
  const web = {
    'acme.com/robots.txt': status(503),
    'www.acme.com/robots.txt': status(500),
    'acme.com/': page(jsonLd(ACME)),
  }
  const { answer, internet } = await ask(web)
  expect(answer).toEqual({ known: false, reason: 'robots_503' })
  expect(internet.asked).not.toContain('acme.com/')
})

test('a site that is down is "could not find out", never "no match"', async () => {
  for (const reply of [status(500), status(503), status(429), hangUp]) {
    const { answer } = await ask({ 'acme.com/': reply })
    expect(answer).toMatchObject({ known: false })
  }
})

test('a domain without a host is "no match": that there is none is an answer', async () => {
  expect((await ask({}, ACME_SITE, ['acme.com', 'www.acme.com'])).answer).toEqual(NO_MATCH)
  expect((await ask({ 'acme.com/': page('') }, ACME_SITE, ['www.acme.com'])).answer).toEqual(NO_MATCH)
  expect((await ask({ 'acme.com/': hangUp }, ACME_SITE, ['www.acme.com'])).answer).toMatchObject({ known: false })
})

test('a missing page, another media type and a page without a name are "no match"', async () => {
  const pdf: Reply = (_request, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF')
  for (const reply of [status(404), status(403, jsonLd(ACME)), pdf, page('<meta name="description" content="x">')])
    expect((await ask({ 'acme.com/': reply })).answer).toEqual(NO_MATCH)
})

test('a page over 1 MiB is read up to there, also when it is sent without end', async () => {
  const endless: Reply = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write(page(jsonLd(ACME)))
    const pour = () => {
      while (response.writable && response.write(' '.repeat(65_536))) {}
    }
    response.on('drain', pour)
    pour()
  }
  expect((await ask({ 'acme.com/': endless })).answer).toMatchObject({ facts: { company: { name: 'Acme Rockets' } } })
})

test('a page that drips for ever ends as "could not find out" within the time of one request', async () => {
  const drip: Reply = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write(' '), 200)
    response.on('close', () => clearInterval(timer))
  }
  const { fetch } = await startWeb({ 'acme.com/': drip })
  const hasty: typeof fetch = (url, options) => fetch(url, { ...options, totalMs: 300 })
  const answer = await askWebsite({ fetch: hasty, clock: { now: () => NOW }, userAgent: TEST_USER_AGENT }, ACME_SITE)
  expect(answer).toEqual({ known: false, reason: 'timeout' })
})

const HOSTILE: Record<string, string> = {
  'nested divs': '<div>'.repeat(200_000),
  'closing tags without a start': '</p>'.repeat(250_000),
  'tags without an end': '<a '.repeat(340_000),
  'one tag of attributes': `<meta ${'a '.repeat(500_000)}>`,
  'comments without an end': '<!--'.repeat(250_000),
  'titles without an end': '<title>'.repeat(140_000),
  'links without number': '<a rel=me href="https://x.com/a">'.repeat(30_000),
  'nested JSON': `<script type="application/ld+json">${'['.repeat(500_000)}${']'.repeat(500_000)}</script>`,
  'JSON without number': jsonLd(Array.from({ length: 30_000 }, () => ({ '@graph': [{}] }))),
}
for (const [what, text] of Object.entries(HOSTILE))
  test(`a page of ${what} is read in bounded time and names no company`, async () => {
    expect((await ask({ 'acme.com/': text })).answer).toEqual(NO_MATCH)
  })

test('text in comments, scripts, templates and attributes is not part of the page', async () => {
  const wrong = { ...ACME, name: 'Wrong' }
  const body = `<!-- ${jsonLd(wrong)} --><template>${jsonLd(wrong)}</template>
    <script>var head = '<meta property="og:site_name" content="Wrong">'</script>
    <div title='<meta property="og:site_name" content="Wrong">'></div>
    <svg><title>Acme logo</title></svg>`
  expect((await ask({ 'acme.com/': page('', body) })).answer).toEqual(NO_MATCH)
})
