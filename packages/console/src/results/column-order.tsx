import type { ExportColumn } from '@mailsift/clean/compose'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import { classes } from '../parts/class.ts'
import { useFocusNext } from '../parts/focus.ts'
import { format } from '../texts/format.ts'
import { composer as t } from '../texts/results.ts'

/** The columns of the export in order; each can be moved, removed and added back, by mouse and keyboard. */
export function ColumnOrder({
  theirs,
  ours,
  columns,
  onChange,
}: {
  theirs: readonly string[]
  ours: readonly string[]
  columns: readonly ExportColumn[]
  onChange(columns: readonly ExportColumn[]): void
}) {
  const nameOf = (column: ExportColumn) => ('theirs' in column ? theirs[column.theirs]! || t.unnamed : column.ours)
  const absent: ExportColumn[] = [
    ...theirs.flatMap((_, at) =>
      columns.some((column) => 'theirs' in column && column.theirs === at) ? [] : [{ theirs: at }],
    ),
    ...ours.flatMap((name) =>
      columns.some((column) => 'ours' in column && column.ours === name) ? [] : [{ ours: name }],
    ),
  ]
  const { root, focusNext } = useFocusNext<HTMLFieldSetElement>()
  function move(at: number, by: number) {
    const moved = [...columns]
    const [column] = moved.splice(at, 1)
    moved.splice(at + by, 0, column!)
    const item = `li:nth-child(${at + by + 1})`
    focusNext(`${item} button:nth-of-type(${by < 0 ? 1 : 2}):enabled`, `${item} button:enabled`)
    onChange(moved)
  }
  function remove(at: number) {
    const isLast = at === columns.length - 1
    focusNext(`li:nth-child(${isLast ? at : at + 1}) button:last-of-type`, 'select')
    onChange(columns.filter((_, each) => each !== at))
  }
  function add(added: readonly ExportColumn[]) {
    focusNext('select', 'li:last-child button:last-of-type')
    onChange([...columns, ...added])
  }
  return (
    <fieldset ref={root} className="min-w-0">
      <legend className="mb-1.5 font-medium">{t.columns}</legend>
      <ol className="flex flex-wrap gap-1.5">
        {columns.map((column, at) => {
          const name = nameOf(column)
          return (
            <li
              key={JSON.stringify(column)}
              className={classes(
                'flex max-w-full items-center rounded-md border pl-2 text-sm',
                'ours' in column ? 'border-accent bg-accent-tint' : 'border-line bg-paper',
              )}
            >
              <span className="mr-1 min-w-0 truncate">{name}</span>
              <Small label={format(t.left, { name })} isOff={at === 0} onClick={() => move(at, -1)}>
                <ArrowLeft />
              </Small>
              <Small label={format(t.right, { name })} isOff={at === columns.length - 1} onClick={() => move(at, 1)}>
                <ArrowRight />
              </Small>
              <Small label={format(t.remove, { name })} onClick={() => remove(at)}>
                <X />
              </Small>
            </li>
          )
        })}
      </ol>
      {absent.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <label htmlFor="add-column" className="sr-only">
            {t.add}
          </label>
          <select
            id="add-column"
            value=""
            onChange={(event) => {
              const added = absent[Number(event.target.value)]
              if (added) add([added])
            }}
            className="min-h-9 max-w-full rounded-md border border-edge bg-paper px-2 text-sm"
          >
            <option value="">{t.add}</option>
            {absent.map((column, at) => (
              <option key={JSON.stringify(column)} value={at}>
                {nameOf(column)}
              </option>
            ))}
          </select>
          <Button onClick={() => add(absent.filter((column) => 'ours' in column))}>{t.addAll}</Button>
        </div>
      )}
    </fieldset>
  )
}

function Small({
  label,
  isOff = false,
  onClick,
  children,
}: {
  label: string
  isOff?: boolean
  onClick(): void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
      className="inline-grid size-7 shrink-0 place-items-center text-soft hover:text-ink disabled:opacity-30 [&_svg]:size-3.5"
    >
      {children}
    </button>
  )
}
