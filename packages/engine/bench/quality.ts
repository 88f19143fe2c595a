// npm run quality: the accuracy of each flag on labelled sets that the engine was not compiled from. `-- --write`
// writes the report to packages/engine/QUALITY.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { MAIL_PROVIDERS, PUBLIC_SUFFIXES, RELAYS, WELL_KNOWN_SITES } from '../build/canaries.ts'
import { compile, readSources } from '../build/compile.ts'
import { DATA_FOLDER } from '../build/manifest.ts'
import { createEngine, type Engine } from '../src/engine.ts'
import { createGuardEngine } from '../src/guard.ts'
import { loadEngine } from '../src/node.ts'
import * as flag from '../src/verdict/flags.ts'
import { isFlagged } from '../src/verdict/verdict.ts'
import { ONE_WORD_NAMES } from './labelled/one-word-names.ts'
import { FUNCTIONS, NO_REPLIES, PEOPLE } from './labelled/roles.ts'
import { ACCEPTED, REJECTED } from './labelled/syntax.ts'
import { COMMON, UNCOMMON } from './labelled/unicode.ts'
import { renderCorpus } from './quality/corpus/section.ts'
import { renderGoals } from './quality/goals.ts'
import { createHeldOut } from './quality/held-out.ts'
import { makeMachineMade } from './quality/machine-made.ts'
import { misspellings } from './quality/made.ts'
import { renderNames } from './quality/names.ts'
import { makePeople } from './quality/people.ts'
import { compareProfiles, falsePositives, renderComparisons } from './quality/profiles.ts'
import { percent, renderScores, type Score, score } from './quality/score.ts'
import { createRandom } from './random.ts'

const PEOPLE_PER_LOCALE = 500
const MACHINE_MADE_PER_KIND = 5_000
const WORD_PAIRS = 5_000

const sources = readSources()
const heldOut = createHeldOut(sources)
const engine = loadEngine()
const random = createRandom(7)

const flagged = (by: Engine, bit: number) => (address: string) => {
  const verdict = by.validate(address)
  return verdict.ok && isFlagged(verdict, bit)
}
const at = (domain: string) => (local: string) => `${local}@${domain}`
const anyone = (domain: string) => `someone@${domain}`

const groups = heldOut.map(({ engine, locales, hasSeen }) => {
  const people = [...locales.values()].flatMap((names) => makePeople(random, names, PEOPLE_PER_LOCALE))
  return { engine, people, strangers: people.filter(({ given, family }) => !hasSeen(given) && !hasSeen(family)) }
})
const locals = groups.map(({ people }) => people.map(({ local }) => `${local}@contoso.com`))
// Words too rare for the training set of the model.
const rareWords = [...sources.names.words]
  .filter(([word, count]) => count <= 2 && word.length >= 4 && word.length <= 8)
  .map(([word]) => word)
const commonWords = [...sources.names.words]
  .filter(([word, count]) => count > 500 && word.length >= 4)
  .map(([word]) => word)
const handles = Array.from(
  { length: WORD_PAIRS },
  () => `${random.pick(rareWords)}${random.pick(rareWords)}@contoso.com`,
)
const phrases = Array.from(
  { length: WORD_PAIRS },
  () => `${random.pick(commonWords)}.${random.pick(commonWords)}@contoso.com`,
)
const machineMade = makeMachineMade(random, MACHINE_MADE_PER_KIND)

const scores: Score[] = [
  score('syntax', 'cases of our own, every rule', (a: string) => !engine.validate(a).ok, {
    positives: Object.values(REJECTED).flat(),
    negatives: Object.values(ACCEPTED).flat(),
  }),
  ...heldOut.map(({ engine, list }) =>
    score('is_disposable', `${list}, held out`, flagged(engine, flag.IS_DISPOSABLE), {
      positives: sources.disposable.lists[list].map(anyone),
    }),
  ),
  score('is_disposable', 'allow list of is-burner-email, held out', flagged(heldOut[0]!.engine, flag.IS_DISPOSABLE), {
    negatives: sources.disposable.allowed.map(anyone),
  }),
  score('is_disposable', 'providers, relays, suffixes, sites: by hand', flagged(engine, flag.IS_DISPOSABLE), {
    negatives: [...MAIL_PROVIDERS, ...RELAYS, ...PUBLIC_SUFFIXES, ...WELL_KNOWN_SITES].map(anyone),
  }),
  score('is_role_based', 'written by hand', flagged(engine, flag.IS_ROLE_BASED), {
    positives: FUNCTIONS.map(at('contoso.com')),
    negatives: PEOPLE.map(at('contoso.com')),
  }),
  score('is_role_based', 'role-based-email-addresses, held out', flagged(heldOut[0]!.engine, flag.IS_ROLE_BASED), {
    positives: sources.roles.map(at('contoso.com')),
  }),
  ...groups.map(({ engine }, i) =>
    score('is_role_based', `people of held-out locales, half ${i + 1}`, flagged(engine, flag.IS_ROLE_BASED), {
      negatives: locals[i]!,
    }),
  ),
  score('is_no_reply', 'written by hand', flagged(engine, flag.IS_NO_REPLY), {
    positives: NO_REPLIES.map(at('contoso.com')),
    negatives: [...FUNCTIONS, ...PEOPLE].map(at('contoso.com')),
  }),
  ...groups.map(({ engine }, i) =>
    score(
      'has_irregular_pattern',
      `people of held-out locales, half ${i + 1}`,
      flagged(engine, flag.HAS_IRREGULAR_PATTERN),
      {
        negatives: locals[i]!,
      },
    ),
  ),
  ...groups.map(({ engine, strangers }, i) =>
    score(
      'has_irregular_pattern',
      `… whose names no list knew, half ${i + 1}`,
      flagged(engine, flag.HAS_IRREGULAR_PATTERN),
      {
        negatives: strangers.map(({ local }) => `${local}@contoso.com`),
      },
    ),
  ),
  score('has_irregular_pattern', 'full names in one word, East Asia', flagged(engine, flag.HAS_IRREGULAR_PATTERN), {
    negatives: ONE_WORD_NAMES.map(at('contoso.com')),
  }),
  score('has_irregular_pattern', 'two rare words, not trained on', flagged(engine, flag.HAS_IRREGULAR_PATTERN), {
    negatives: handles,
  }),
  ...Object.entries(machineMade).map(([kind, made]) =>
    score('has_irregular_pattern', kind, flagged(engine, flag.HAS_IRREGULAR_PATTERN), {
      positives: made.map(at('contoso.com')),
    }),
  ),
  score('has_uncommon_unicode', 'written by hand', flagged(engine, flag.HAS_UNCOMMON_UNICODE), {
    positives: UNCOMMON,
    negatives: COMMON,
  }),
  score('names', 'two common words (any name is wrong)', hasNames(engine), { negatives: phrases }),
  ...groups.map(({ engine, strangers }, i) =>
    score('names', `names that no list knew, half ${i + 1} (any name is a guess)`, hasNames(engine), {
      negatives: strangers.map(({ local }) => `${local}@contoso.com`),
    }),
  ),
]

function hasNames(by: Engine): (address: string) => boolean {
  return (address) => {
    const verdict = by.validate(address)
    return verdict.ok && (verdict.firstName !== '' || verdict.lastName !== '')
  }
}

const readData = (name: string) => readFileSync(new URL(name, DATA_FOLDER))
const profiles = {
  full: engine,
  console: createEngine(readData('console.bin')),
  guard: createGuardEngine(readData('guard.bin')),
}
const disposable = [...new Set(Object.values(sources.disposable.lists).flat())]
const comparisons = compareProfiles(profiles, [
  ...[...Object.values(ACCEPTED), ...Object.values(REJECTED), COMMON, UNCOMMON].flat(),
  ...[...FUNCTIONS, ...NO_REPLIES, ...PEOPLE].map(at('contoso.com')),
  ...[...MAIL_PROVIDERS, ...RELAYS, ...WELL_KNOWN_SITES, ...disposable].map(anyone),
  ...misspellings(MAIL_PROVIDERS.filter((domain) => domain.split('.').length === 2)).map(({ slip }) => anyone(slip)),
  ...locals.flat(),
  ...handles,
  ...phrases,
  ...Object.values(machineMade).flatMap((made) => made.map(at('contoso.com'))),
])
const madeDomains = Array.from({ length: 50_000 }, () => `${random.pick(rareWords)}-${random.pick(commonWords)}.com`)
const mistaken = falsePositives(profiles, madeDomains)
const mistakenKnown = falsePositives(profiles, [...MAIL_PROVIDERS, ...RELAYS, ...WELL_KNOWN_SITES])

// Last, because it adds a list to an engine that was compiled without it.
const goals = renderGoals(engine, heldOut, groups, sources)

/** An engine with only these disposable domains. */
function compiledFrom(names: readonly string[]): Engine {
  const none = Object.fromEntries(Object.keys(sources.disposable.lists).map((list) => [list, []]))
  const lists = { ...none, 'disposable-email-domains-js': names } as unknown as typeof sources.disposable.lists
  return createEngine(compile({ ...sources, disposable: { ...sources.disposable, lists } }).file)
}

const report = `# Quality of the verdicts

Made by \`npm run quality -- --write\` from data version ${engine.dataVersion}. Nothing is scored against data it was compiled
from: for the sets marked "held out" an engine is compiled without them. is-burner-email gathers the other lists of
disposable domains and is held out together with each of them. No flag is tuned by adding a case of these sets to a list.
Words of roles were chosen after a look at what was missed in a half of the roles in the wild, and so was the rule which of them name
no function; the rows with all of them are beside.

## Goals

${goals}

## By flag and set

${renderScores(scores)}

## Names

Addresses made from the names of locales that the engine was compiled without, two halves of the locales in turn. Lists of
other origin (births in the United States, an undivided list of names) are compiled in and know a part of them. The family name is
first in as many of them as the given name, which is rare in fact: of the exact first.last authors below whose domain is their own, one in fifty.

${renderNames(groups)}

## Profiles

What the smaller data files tell, held against the full one on all sets above. "Unknown" and "probably" are answers; for names and suggestions, "unknown"
stands for one that was left out. A contradiction would be a guess.

${renderComparisons(comparisons)}

The guard holds disposable domains in a filter of eight bits. It finds every one of them, and calls others "probably" too:
${mistaken.found} of ${mistaken.addresses} made-up domains (${percent(mistaken.found, mistaken.addresses)}), ${mistakenKnown.found} of ${mistakenKnown.addresses} providers, relays and well-known sites. Nothing is refused for "probably": the service
confirms it, or does not.

${renderCorpus(engine, sources, compiledFrom)}`
console.log(report)
const contradictions = comparisons.flatMap(({ contradictions }) => contradictions)
if (contradictions.length > 0) {
  console.error(`A profile contradicts the full one on ${contradictions.slice(0, 10).join(', ')}`)
  process.exitCode = 1
}
if (process.argv.includes('--write')) writeFileSync(new URL('../QUALITY.md', import.meta.url), report)
