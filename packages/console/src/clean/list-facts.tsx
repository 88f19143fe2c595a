import { ENCODING_NAMES } from '@mailsift/intake/encodings'
import type { ReactNode } from 'react'
import { formatCount } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { clean as t } from '../texts/clean.ts'
import { format } from '../texts/format.ts'
import type { LineProblem, ListView, Preflight } from '../worker/list.ts'

/** The format of the list, what will be changed before it is sent, and which lines are malformed. */
export function ListFacts({
  view,
  preflight,
  children,
}: {
  view: ListView
  preflight: Preflight | undefined
  children: ReactNode
}) {
  return (
    <Card title={t.factsTitle}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
        <Fact name={t.format}>
          {view.format === 'xlsx' ? t.excel : (t.separators[view.separator] ?? view.separator)}
        </Fact>
        {view.format === 'text' && (
          <Fact name={t.encoding}>{preflight ? ENCODING_NAMES[preflight.encoding] : t.encodingPending}</Fact>
        )}
        <Fact name={t.header}>{view.hasHeader ? format(t.hasHeader, { count: view.names.length }) : t.noHeader}</Fact>
        {preflight && <Fact name={t.rows}>{formatCount(preflight.rows)}</Fact>}
        {preflight && preflight.duplicates > 0 && (
          <Fact name={t.duplicates}>{format(t.duplicatesNote, { count: preflight.duplicates })}</Fact>
        )}
        {preflight && preflight.suggested > 0 && (
          <Fact name={t.typos}>{format(t.typosNote, { count: preflight.suggested })}</Fact>
        )}
      </dl>
      {children}
      <Changes view={view} preflight={preflight} />
      {preflight && preflight.problemCount > 0 && <LineProblems preflight={preflight} />}
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

function Changes({ view, preflight }: { view: ListView; preflight: Preflight | undefined }) {
  if (!preflight?.isDone) return null
  const isRagged = preflight.problems.some(({ kind }) => kind === 'ragged')
  const isWidened = preflight.problems.some((problem) => problem.kind === 'ragged' && problem.fields > problem.names)
  const changes = [
    view.format === 'xlsx' && t.changes.excel,
    view.format === 'text' &&
      preflight.encoding !== 'utf-8' &&
      format(t.changes.encoding, { encoding: ENCODING_NAMES[preflight.encoding] }),
    view.preambleLines > 0 && format(t.changes.preamble, { count: view.preambleLines }),
    !view.hasHeader && t.changes.header,
    preflight.repaired > 0 && format(t.changes.repaired, { count: preflight.repaired }),
    preflight.corrected > 0 && format(t.changes.corrected, { count: preflight.corrected }),
    preflight.removed > 0 && format(t.changes.removed, { count: preflight.removed }),
    preflight.several > 0 && format(t.changes.several, { count: preflight.several }),
    isRagged && (isWidened ? t.changes.widened : t.changes.filled),
    preflight.isLong && t.changes.split,
  ].filter((change): change is string => Boolean(change))
  return (
    <div className="mt-4 rounded-md bg-raised px-3.5 py-2.5 text-sm">
      {preflight.isAsIs ? (
        t.asIs
      ) : (
        <>
          <p className="font-medium">{t.converted}</p>
          <ul className="mt-1 list-disc pl-4.5">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function LineProblems({ preflight: { problems, problemCount } }: { preflight: Preflight }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="font-medium text-risky">{format(t.problems, { count: problemCount })}</summary>
      <ul className="mt-2 max-h-48 overflow-auto">
        {problems.map((problem) => (
          <li key={`${problem.line} ${problem.kind}`}>{sentenceOf(problem)}</li>
        ))}
        {problemCount > problems.length && (
          <li className="text-soft">{format(t.moreProblems, { count: problemCount - problems.length })}</li>
        )}
      </ul>
    </details>
  )
}

function sentenceOf(problem: LineProblem): string {
  return problem.kind === 'ragged' ? format(t.ragged, problem) : format(t.oddQuotes, problem)
}
