// npm run check: one word per thing. Sources, SQL, tests, documents and workflows use the vocabulary of docs/glossary.md: the
// standard term, which a reader would search for, and no translated idiom. Comments of sources begin with their subject.
import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const SOURCES = [
  'packages/*/{src,build,bench,bin,test,site}/**/*.{ts,tsx,mjs,css,html,sql,sh}',
  '{scripts,ci,deploy,examples,integrations,.ci,.github,.changeset}/**',
  'docs/**/*.md',
  'packages/*/*.{md,json,ts}',
  '*.{md,json}',
  '{NOTICE,Dockerfile}',
]
const LEFT_OUT = [
  '**/node_modules/**',
  '**/package-lock.json',
  // The words of lawyers.
  'integrations/**/LICENSE',
  // The list itself, its samples, and documents that name what was renamed.
  'scripts/check{-words*,-samples}.ts',
  'CHANGELOG.md',
  'docs/guides/upgrading.md',
  // The sentences of mail servers.
  'packages/server/src/bounces/reports/{classify,notice,sentences}.ts',
  // Words that mailboxes are named after.
  'packages/engine/build/{vocabulary/**,provider-domains.ts}',
  // Migrations and their names are never edited: databases have their checksums.
  'packages/server/src/migrations/**',
  'packages/server/src/platform/database/takeover.ts',
  'packages/server/test/upgrade/**',
]

/** Phrases and private words, each with the standard term. Patterns of several words match across any case. */
const VOCABULARY: readonly (readonly [avoided: RegExp, use: string])[] = [
  [/\blook-ups?\b/gi, 'lookup'],
  // Not the column names of other programs: `E-Mail`, `E-mail Address`.
  [/(?<!')\be-mails?\b(?!')|\bE-mail address\b/g, 'email'],
  [/\bnormal forms?\b|\bnormalForms?\b/gi, 'normalized address'],
  [
    /\b(?:un)?judg(?:e|es|ed|ing|ment|ement)s?\b|\bjudge[A-Z]\w*|\b\w+Judged?\b|\bJudged?[A-Z]\w*/g,
    'validate, check, verdict',
  ],
  [/\banew\b/gi, 'again'],
  [/\bmeanwhile\b/gi, 'at the same time, until then'],
  [/\b(?:stands?|stood) (?:in|beside|against)\b/gi, 'is in, is part of'],
  [/\b(?:give|gives|given|gave|giving) up\b/gi, 'fails, aborts, skips'],
  [/\b(?:is|are|was|were|be|been|being) asked\b/gi, 'is requested, is queried'],
  [/\b(?:take|takes|took|taking) (?:no )?mail\b/gi, 'accepts mail'],
  [/\bby (?:itself|themselves)\b/gi, 'automatically'],
  [/\b(?:did|does|do) not tell\b/gi, 'is not available, does not say'],
  [/\bsuch as it is\b|\bas well as\b|\bcomes? back sooner\b/gi, 'and'],
  [/\bno way out\b/gi, 'no network access'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix'],
  [/\blets? go\b|\bhand(?:s|ed|ing)? (?:over|back)\b/gi, 'release, claim, pass'],
  [/(?<![a-z])set(?:s|ting)?[ _-]aside(?![a-z])|setAside/gi, 'quarantine'],
  [/\bdeadly\b|\bsuspect(?:s|ed)?\b/gi, 'poison, quarantine'],
  [/\bheed(?:s|ed|ing)?\b/gi, 'handle, respect'],
  [/\bbeats?\b|\bbeating\b|\bbeatMs\b|\bBEAT_MS\b/g, 'heartbeat'],
  [/\bpresence\b/gi, 'liveness, heartbeat'],
  [/\blanes?\b/g, 'named queue'],
  [/\btask[ _]places?\b|\bplacesOf\b|\btaskPlaces\b/gi, 'slot'],
  [/\bpatient pool\b|\bsilence watch\b/gi, 'retrying pool, stalled connection'],
  [/\bfleet[ -]?pass(?:es)?\b|\bhost[ -]?gates?\b/gi, 'distributed rate limit, per-host rate limit'],
  [/\ban own page\b|'own page'|\bown-page\b|ownPage|OwnPage|OWN_PAGE|ForeignPage\b/g, 'same origin'],
  [/\bAnswers (?:(?:of|for) how|how|what|whether|where|the|its)\b/g, 'returns'],
  [/[a-z]LookUp\b/g, 'Lookup'],
  [/\(wanted: (?=\$|≤|at most|\d)|; wanted: |\bWANTED_/g, 'target'],
  [/\bthrow-away\b/gi, 'disposable'],
  [/\bmachine-made\b(?!\.ts)/gi, 'random-looking'],
  [/\b(?:stands?|stood|standing) (?:still|before|behind)\b/gi, 'is blocked, is before, follows'],
  [/\b(?:a|an|one) (?:[\w-]+ ){1,2}of (?:its|their) own\b/gi, 'its own'],
  [/\b(?:the|an) own\b/gi, 'its own'],
  [/\blives? of\b/gi, 'depends on'],
  [/\bas often as (?:it|they) may\b/gi, 'on every attempt'],
  [/\btake[ns]? (?:the upload|it|them) up\b/gi, 'resume'],
  [/\bforgotten tasks?\b|\btasks? (?:was|were) forgotten\b/gi, 'orphaned'],
  [/\btest campaigns?\b/gi, 'system test, soak test'],
  [/\b\w+ of \w+ (?:checks )?raised\b|\bagainst it\b/gi, 'checks failed'],
  [/\bwithout a look at\b|\bslips? of the hand\b|\bthe way on\b/gi, 'without looking at, typo, next step'],
  // Texts of the console before they were rewritten.
  [
    /\bwhat a list is worth\b|\bhow it is written\b|\blook (?:at them|twice)\b|\bweigh single\b|\bas the purpose says\b/gi,
    'Preview, File details, Risky, Adjust rules, Default',
  ],
  [/\bletters that no\b|\bcapitals do not count\b|\bI have kept it\b/gi, 'Random-looking name, Case is ignored, Done'],
  [
    /\bunits at most\b|\bcolumn of (?:the )?addresses\b|\bfilled up\b|\bit is a picture\b/gi,
    'credits, email column, padded',
  ],
]

/** In code a lone `nobody` may be a user's name or a sample; between other words it belongs to a sentence. */
const NO_SUBJECT_WORDS = /\b(?:nobody|whoever)\b/gi
const IN_SENTENCE = /(?<=[\w'][a-z,;:] )(?:nobody|whoever)\b(?!@)|\b(?:[Nn]obody|[Ww]hoever)(?= [a-z])/g

/** Sources whose comments begin with their subject: all but tests. */
const SUBJECT_FIRST = /^(?:packages\/[^/]+\/src|scripts|deploy|examples)\/(?!.*\.test\.).*\.(?:ts|tsx|mjs)$/
const NO_SUBJECT = /^\s*(?:\/\*\*|\/\/|\*) (What|Whatever|With|Of)\b/
const CONTINUES = /^\s*(?:\/\/|\* )/

type Finding = { line: number; word: string; use: string }

/** The lines of a text that use an avoided word, counted from 1. */
export function findAvoided(path: string, text: string): Finding[] {
  const raw = text.split('\n')
  const lines = path.endsWith('.md') ? withoutFences(raw) : raw
  return lines.flatMap((line, at) => {
    const found = (pattern: RegExp, from: string, use: string) =>
      Array.from(from.matchAll(pattern), ([word]) => ({ line: at + 1, word, use }))
    const isProse = path.endsWith('.md') || isComment(line)
    const withoutSubject = isProse
      ? found(NO_SUBJECT_WORDS, withoutQuotes(line), 'the subject')
      : found(IN_SENTENCE, line, 'the subject')
    const isFirst = SUBJECT_FIRST.test(path) && !(CONTINUES.test(line) && CONTINUES.test(raw[at - 1] ?? ''))
    const begin = isFirst ? NO_SUBJECT.exec(line)?.[1] : undefined
    return [
      ...VOCABULARY.flatMap(([avoided, use]) => found(avoided, line, use)),
      ...withoutSubject,
      ...(begin ? [{ line: at + 1, word: begin, use: 'the subject first' }] : []),
    ]
  })
}

/** The lines of a document; those of its code blocks are empty. */
function withoutFences(lines: readonly string[]): string[] {
  let isInside = false
  return lines.map((line) => {
    if (line.startsWith('```')) isInside = !isInside
    return isInside ? '' : line
  })
}

/** A comment of its own line, in TypeScript, CSS, SQL, YAML or a shell. */
const isComment = (line: string) => /^\s*(?:\/\/|\/?\*|--|#)/.test(line)

/** Code and names are quoted as they are. */
const withoutQuotes = (line: string) => line.replace(/`[^`]*`|"[^"]*"/g, '')

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const files = globSync(SOURCES, { exclude: LEFT_OUT, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map(({ parentPath, name }) => `${parentPath}/${name}`)) {
    for (const { line, word, use } of findAvoided(path, readFileSync(path, 'utf8'))) {
      console.error(`${path}:${line}: "${word}": use ${use}`)
      process.exitCode = 1
    }
  }
}
