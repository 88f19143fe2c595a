/** The section of the report that needs the corpus. Without the corpus, the report keeps the last measured section. */
import { readFileSync } from 'node:fs'
import { MAIL_PROVIDERS } from '../../../build/canaries.ts'
import type { Sources } from '../../../build/compile.ts'
import { createFreshNames } from '../../../src/domain/lists/fresh-names.ts'
import type { Engine } from '../../../src/engine.ts'
import * as flag from '../../../src/verdict/flags.ts'
import { isFlagged } from '../../../src/verdict/verdict.ts'
import { PUBLIC_BODIES } from '../../labelled/public-bodies.ts'
import { shareOf } from '../interval.ts'
import { percent } from '../score.ts'
import { countAuthors } from './authors.ts'
import { type Corpus, filesOf, linesOf, openCorpus, readHeldOutAuthors } from './corpus.ts'
import { openPeers, ROLES_OF_PUBLIC_BODIES } from './peers.ts'

const HEADING = '## Real addresses'
const QUALITY_FILE = new URL('../../../QUALITY.md', import.meta.url)

/** `before` compiles an engine from the names that public lists contained before the new ones appeared. */
export function renderCorpus(engine: Engine, sources: Sources, before: (names: readonly string[]) => Engine): string {
  const corpus = openCorpus()
  if (corpus === undefined) {
    const last = readFileSync(QUALITY_FILE, 'utf8')
    return last.slice(last.indexOf(HEADING))
  }
  const authors = readHeldOutAuthors(corpus)
  const { rows, remaining } = countAuthors(engine, authors)
  const tuned = filesOf(corpus, 'people', 'tuned').map(nameOf)
  const heldOut = filesOf(corpus, 'people', 'held-out').map(nameOf)
  const isFlag = (by: Engine, bit: number) => (address: string) => {
    const verdict = by.validate(address)
    return verdict.ok && isFlagged(verdict, bit)
  }
  const roleRows = Object.entries(PUBLIC_BODIES).map(([country, locals]) => {
    const found = locals.filter((local) => isFlag(engine, flag.IS_ROLE_BASED)(`${local}@${BODIES[country]}`)).length
    return [`roles of public bodies found, ${country}`, locals.length, shareOf(found, locals.length), '≥95 %'] as const
  })
  return `${HEADING}

Names and addresses of commit authors of public repositories, read from \`QUALITY_CORPUS\`, a folder outside this repository, and counted on
${new Date().toISOString().slice(0, 10)} with data version ${engine.dataVersion}. No address of a person is in the repository. The sets are split by source:
rules and thresholds were chosen on ${tuned.join(', ')}. The figures are those of ${heldOut.join(', ')}, without any address that the first have too.
Cultures follow from the script of the name, the country of the domain or provider, and the family name. In parentheses: 95 % intervals (Wilson).
An author may use another name than the address shows; that counts as wrong. \`ö\` written as \`o\` or \`oe\` counts as right.

${table(['measure', 'addresses', 'share', 'target'], [...rows, ...roleRows])}

Roles of public bodies are written by hand. Before words that were missed went into the vocabulary, 90.26 % of 308 were found (Germany 100, France
93, Italy 84, Spain 82, United States 90 %). Authors called a role are nearly all a single word for a function at a personal domain (\`mail\`, \`contact\`,
\`hello\`, \`info\`, \`dev\`), which the definition calls a role even if one person reads it.

Errors that remain, by class:

- irregular, by rule: ${remaining.irregular}.
- called a role: ${remaining.roles}.
- names that are not the author's: ${remaining.names}.

${renderNewNames(corpus, before)}

${renderSites(corpus, engine, sources)}
`
}

const BODIES: Readonly<Record<string, string>> = {
  Germany: 'stadt-contoso.de',
  France: 'mairie-contoso.fr',
  Italy: 'comune.contoso.it',
  Spain: 'ayto-contoso.es',
  'United States': 'contosotown.gov',
}

const nameOf = (file: string) => file.replace(/\.tsv$/, '').replace('+', '/')

function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/**
 * Names that one list added in a week, measured with an engine that has all lists from before that week and fetches the
 * other lists daily.
 */
function renderNewNames(corpus: Corpus, before: (names: readonly string[]) => Engine): string {
  const rows = filesOf(corpus, 'disposable', 'new').map((file) => {
    const names = linesOf(corpus, 'disposable', 'new', file)
    const engine = before(linesOf(corpus, 'disposable', 'before.txt'))
    const isDisposable = (domain: string) => {
      const verdict = engine.validate(`someone@${domain}`)
      return verdict.ok && isFlagged(verdict, flag.IS_DISPOSABLE)
    }
    const atFirst = names.filter(isDisposable).length
    const disposable = createFreshNames()
    for (const list of filesOf(corpus, 'disposable', 'within-a-week').filter((list) => list !== file)) {
      for (const name of linesOf(corpus, 'disposable', 'within-a-week', list)) disposable.add(name, list)
    }
    engine.takeUp({ version: '1', disposable, mailHosts: new Set() })
    const later = names.filter(isDisposable).length
    return [
      file.replace(/\.txt$/, ''),
      names.length,
      shareOf(atFirst, names.length),
      shareOf(later, names.length),
    ] as const
  })
  return `### Disposable names that appear after the data

Names that a list took up in one week, which it had not held before. The engine is compiled from what the public lists held at the start of the week;
in the last column it has also fetched the other daily lists of that week, never the list itself. Lookups are not part of this: mail hosts and name servers
find more.

${table(['new in', 'names', 'compiled data', 'with the other daily lists'], rows)}`
}

function renderSites(corpus: Corpus, engine: Engine, { sites }: Sources): string {
  const popular = linesOf(corpus, 'sites.txt')
  const has = (bit: number) => (domain: string) => {
    const verdict = engine.validate(`someone@${domain}`)
    return verdict.ok && isFlagged(verdict, bit)
  }
  const universities = [...sites.universities]
  const newNames = filesOf(corpus, 'disposable', 'new').flatMap((file) => linesOf(corpus, 'disposable', 'new', file))
  const count = (all: readonly string[], is: ((item: string) => boolean) | undefined) =>
    is === undefined ? '' : String(all.filter(is).length)
  const share = (all: readonly string[], is: ((item: string) => boolean) | undefined) =>
    is === undefined ? '' : percent(all.filter(is).length, all.length)
  const isRole = (local: string) => {
    const verdict = engine.validate(`${local}@contoso.com`)
    return verdict.ok && isFlagged(verdict, flag.IS_ROLE_BASED)
  }
  const disposableSites = popular.filter(has(flag.IS_DISPOSABLE))
  const peers = openPeers()
  // A site that no other list has is either a mistake or a provider that the other lists lack.
  const isKnownProvider = (domain: string) =>
    MAIL_PROVIDERS.includes(domain) || peers.some(({ isFreeMail }) => isFreeMail?.(domain))
  const freeUniversities = universities.filter(has(flag.IS_FREE_MAIL))
  const freeSites = popular.filter((domain) => has(flag.IS_FREE_MAIL)(domain) && !isKnownProvider(domain))
  const ours = [
    'this engine',
    share(newNames, has(flag.IS_DISPOSABLE)),
    count(popular, has(flag.IS_DISPOSABLE)),
    count([...popular, ...universities], has(flag.IS_FREE_MAIL)),
    share(ROLES_OF_PUBLIC_BODIES, isRole),
  ]
  const rows = peers.map((peer) => [
    peer.name,
    share(newNames, peer.isDisposable),
    count(popular, peer.isDisposable),
    count([...popular, ...universities], peer.isFreeMail),
    share(ROLES_OF_PUBLIC_BODIES, peer.isRole),
  ])
  return `### Beside other packages

Every package in the same run, on the same sets, as installed for the data. Some are newer than the week of the new names, this engine's data too; the fair figure for
those is the table above. Popular sites are the ${popular.length} first of Tranco (not held out: exceptions were written with a look at it); those
called disposable: ${disposableSites.join(', ') || 'none'}. Universities: ${universities.length}, which the data is compiled with. Free mail among popular sites includes
the providers themselves. Universities called free mail: ${freeUniversities.join(', ') || 'none'}. Popular sites called free mail that neither our list of providers nor
company-email-validator has: ${freeSites.length} (${freeSites.join(', ') || 'none'}).

${table(['package', 'new disposable names found', 'popular sites called disposable', 'sites and universities called free mail', 'roles of public bodies found'], [ours, ...rows])}`
}
