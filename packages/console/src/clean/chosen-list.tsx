import type { ListOptions } from '@mailsift/intake/list'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Bars } from '../parts/bars.tsx'
import { Button } from '../parts/button.tsx'
import { Choice } from '../parts/field.tsx'
import { focusArrived } from '../parts/focus.ts'
import { keptOptions } from '../parts/list-options.ts'
import { ListPolicyChoice, useListPolicy } from '../parts/list-policy.tsx'
import { Loading } from '../parts/loading.tsx'
import { formatBytes } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { clean as t } from '../texts/clean.ts'
import { problems } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { verdicts } from '../texts/verdicts.ts'
import { onWorkerEnd, worker } from '../worker/client.ts'
import type { ListView, Preflight, RowFilter } from '../worker/list.ts'
import { Columns } from './columns.tsx'
import { ListFacts } from './list-facts.tsx'
import { ListOptionChoice } from './list-options.tsx'
import { Reading } from './reading.tsx'
import { RowsTable } from './rows-table.tsx'
import { SaveHere, saveRemoved } from './save-here.tsx'
import { Submit } from './submit.tsx'

export function ChosenList({ file, onOther }: { file: File; onOther(): void }) {
  const [reading, setReading] = useState<ListOptions>({})
  const [sheets, setSheets] = useState<string[]>([])
  const view = useQuery({
    queryKey: ['list', file.name, file.size, file.lastModified, reading],
    queryFn: () => worker.list.viewList(file, reading),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const found = view.data?.sheet
  // Set by this choice or the first detection: an empty sheet cannot be read, but the others must stay selectable.
  if (found && sheets.length === 0) setSheets([found.name, ...found.others])
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-paper px-4 py-3 shadow-low sm:px-5">
        <p ref={focusArrived} tabIndex={-1} className="min-w-0 outline-none">
          <bdi className="font-medium break-all">{file.name}</bdi>{' '}
          <span className="text-soft">{formatBytes(file.size)}</span>
        </p>
        {sheets.length > 1 && (
          <Choice
            label={t.sheet}
            value={reading.sheet ?? sheets[0]!}
            options={sheets.map((value) => ({ value, label: value }))}
            onChange={(sheet) => setReading({ ...reading, sheet })}
          />
        )}
        <Button onClick={onOther}>{t.other}</Button>
      </div>
      {view.isPending && <Loading what={t.reading} />}
      {view.error && <Problem error={new Error(format(t.unreadable, { reason: view.error.message }))} />}
      {view.data && (
        <Looked
          key={JSON.stringify([reading, found?.name])}
          file={file}
          view={view.data}
          reading={{ ...reading, sheet: found?.name }}
          onReading={setReading}
        />
      )}
      {view.error && <Reading value={reading} format="text" onChange={setReading} />}
    </div>
  )
}

type LookedProps = { file: File; view: ListView; reading: ListOptions; onReading(reading: ListOptions): void }

function Looked({ file, view, reading, onReading }: LookedProps) {
  const [columns, setColumns] = useState(view.chosen)
  const [policy, setPolicy] = useListPolicy()
  const [preflight, setPreflight] = useState<Preflight>()
  const [error, setError] = useState<unknown>()
  const [filter, setFilter] = useState<RowFilter>()
  const [attempt, setAttempt] = useState(0)
  const turn = useRef(0)
  const updates = useRef(0)
  const [options, setOptions] = useState(keptOptions)
  const choice = { reading, columns, policy, ...options }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice consists of these
  useEffect(() => {
    if (columns.length === 0) return
    const own = ++turn.current
    setFilter(undefined)
    setError(undefined)
    // The current facts stay visible, but the list cannot be sent before all of it has been read for this choice.
    setPreflight((before) => before && { ...before, isDone: false })
    function update(next: Preflight) {
      if (own !== turn.current) return
      setPreflight(next)
      // A different policy does not change the number of rows, so the rows below are fetched again with every update.
      updates.current++
    }
    worker.list.validateList(file, choice, update).then(update, (failure) => own === turn.current && setError(failure))
    return () => void turn.current++
  }, [file, columns, policy, options, attempt])
  // The list was in the memory of the worker that ended.
  useEffect(() => onWorkerEnd(() => setError(new Error(problems.workerEnded))), [])

  function readAgain() {
    setPreflight(undefined)
    setAttempt(attempt + 1)
  }

  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <ListFacts view={view} preflight={preflight}>
          <Reading value={reading} format={view.format} onChange={onReading} />
        </ListFacts>
        <div className="grid content-start gap-5">
          <Card title={t.columnsTitle}>
            <div className="grid gap-4">
              <Columns view={view} isPasted={file.name === t.pastedName} chosen={columns} onChange={setColumns} />
              <ListOptionChoice
                value={options}
                preflight={preflight}
                onChange={setOptions}
                onSaveRemoved={() => saveRemoved(file, choice)}
              />
              <ListPolicyChoice value={policy} onChange={setPolicy} />
            </div>
          </Card>
          {columns.length > 0 && preflight && !error && (
            <>
              <Submit file={file} choice={choice} preflight={preflight} />
              <SaveHere file={file} choice={choice} preflight={preflight} />
            </>
          )}
        </div>
      </div>
      <Problem error={error} onRetry={readAgain} />
      {columns.length > 0 && !error && !preflight && <Loading what={verdicts.loadingEngine} />}
      {columns.length > 0 && preflight && !error && (
        <>
          <Card
            title={t.preview}
            aside={
              <span className="text-sm text-soft" role="status">
                {format(preflight.isDone ? t.checkedRows : t.checkingRows, { count: preflight.rows })}
              </span>
            }
          >
            <Bars counts={preflight.counts} filter={filter} onFilter={setFilter} />
          </Card>
          <RowsTable filter={filter} version={updates.current} onClear={() => setFilter(undefined)} />
        </>
      )}
    </>
  )
}
