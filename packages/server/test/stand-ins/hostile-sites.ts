// Pages and robots files that were written to hold up who reads them: each repeats something up to the most that is read.

const PAGE_CHARACTERS = 1024 * 1024 - 1024
const ROBOTS_CHARACTERS = 500 * 1024 - 1024

const fill = (piece: string, characters = PAGE_CHARACTERS) => piece.repeat(Math.floor(characters / piece.length))
const script = (content: string) => `<script type="application/ld+json">${content}</script>`
const node = (more: object) =>
  JSON.stringify({ '@type': 'Organization', name: 'Acme', url: 'https://acme.com/', ...more })
/** Names that all differ, because a parser compares each with those before it. */
const attributes = (characters: number) => {
  let text = ''
  for (let at = 0; text.length < characters - 8; at++) text += ` ${at.toString(36)}q`
  return text
}

export const HOSTILE_PAGES: Readonly<Record<string, string>> = {
  'blanks in JSON-LD': script(fill(' ', 200_000)),
  'a block of nothing but blanks': script(fill(' ')),
  'tabs before CDATA': script(`{}${fill('\t', 200_000)}]]`),
  'comment marks in JSON-LD': script(fill('//', 200_000)),
  'half CDATA marks': script(fill('/* ', 200_000)),
  'brackets, opened': script(fill('[', 200_000)),
  'brackets, nested': script(fill('[', 100_000) + fill(']', 100_000)),
  'objects, nested': script(`${fill('{"@graph":', 200_000)}1${fill('}', 20_000)}`),
  'a name in many lists': script(node({}).replace('"Acme"', `${fill('[', 50_000)}"x"${fill(']', 50_000)}`)),
  'many addresses of one node': script(node({ url: Array.from({ length: 40_000 }, (_, at) => `a${at}`) })),
  'many links of one node': script(node({ sameAs: Array.from({ length: 30_000 }, () => 'http://[::') })),
  'many nodes': script(
    JSON.stringify(Array.from({ length: 10_000 }, (_, at) => ({ '@type': ['Organization'], name: `${at}` }))),
  ),
  'many blocks': fill(script('{')),
  'a long name': script(node({ name: fill('a ', 200_000) })),
  'marks upon one letter': script(node({ name: `a${fill('\u0301', 200_000)}` })),
  'a title of separators': `<title>${fill(' - ')}</title>`,
  'a title of blanks': `<title>${fill(' ')}</title>`,
  'a title for sale': `<title>${fill('domain ')}</title>`,
  'a title for sale, often': `<title>${fill('for sale ')}</title>`,
  'a greeting, often': `<title>${fill('welcome to ')}</title>`,
  'tags, opened': fill('<div>'),
  'tags, never closed': fill('<a '),
  'comments, never closed': fill('<!--'),
  'quotes, never closed': fill('<meta content="'),
  'scripts, never closed': fill('<script>'),
  'formatting, opened': fill('<b><i><u>'),
  'tables, nested': fill('<table><tr><td>'),
  'many attributes': fill(`<meta${attributes(8_000)}>`),
  'the same attribute': fill(`<meta${fill(' a', 8_000)}>`),
  'many meta tags': fill('<meta name=x>'),
  'many links to me': fill('<a rel=me href=http://[>'),
  'a rel of blanks': fill(`<a${fill(' ', 8_000)}rel>`),
  'a canonical address of slashes': `<link rel=canonical href="${fill('/', 8_000)}">`,
  'a description of blanks': fill(`<meta name=description content="${fill(' ', 8_000)}">`),
  'character references': `<title>${fill('&amp')}</title>`,
  'unknown references': `<title>${fill('&x')}</title>`,
  'a charset of blanks': `<meta charset${fill(' ', 2_000)}>`,
}

const forAll = (rules: string) => `User-agent: *\n${rules}`

export const HOSTILE_ROBOTS: Readonly<Record<string, string>> = {
  'a rule of stars': forAll(`Disallow: /${fill('*', ROBOTS_CHARACTERS)}x`),
  'a rule of stars and letters': forAll(`Disallow: /${fill('*a', ROBOTS_CHARACTERS)}x`),
  'rules of stars and letters': forAll(fill(`Disallow: /${fill('*a', 2_000)}x\n`, ROBOTS_CHARACTERS)),
  'rules of one letter': forAll(fill(`Disallow: /*b${fill('a', 500)}\n`, ROBOTS_CHARACTERS)),
  'rules to the end': forAll(fill(`Disallow: /${fill('*a', 1_000)}$\n`, ROBOTS_CHARACTERS)),
  'short rules': forAll(fill('Allow:/*a\n', ROBOTS_CHARACTERS)),
  'names without end': `${fill('User-agent: *\n', ROBOTS_CHARACTERS / 2)}${fill('Disallow: /a\n', ROBOTS_CHARACTERS / 2)}`,
  'own names without end': `${fill('User-agent: mailsift\n', ROBOTS_CHARACTERS / 2)}${fill('Allow:/*a\n', ROBOTS_CHARACTERS / 2)}`,
  'line ends': fill('\r', ROBOTS_CHARACTERS),
  colons: fill(':', ROBOTS_CHARACTERS),
  blanks: fill(' ', ROBOTS_CHARACTERS),
  'comment signs': fill('#', ROBOTS_CHARACTERS),
  'a rule of percent signs': forAll(`Disallow: /${fill('%', ROBOTS_CHARACTERS)}`),
  'half encodings': forAll(fill(`Disallow: /${fill('%e', 1_000)}\n`, ROBOTS_CHARACTERS)),
}

/** A path that the rules above can be held against for as long as possible. */
export const LONG_PATH = `/${fill('a', 60_000)}`
