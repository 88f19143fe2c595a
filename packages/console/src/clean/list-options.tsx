import { useMutation } from '@tanstack/react-query'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/field.tsx'
import { keepOptions, type ListOptionValues } from '../parts/list-options.ts'
import { Problem } from '../parts/problem.tsx'
import { clean as t } from '../texts/clean.ts'
import { format } from '../texts/format.ts'
import type { Preflight } from '../worker/list.ts'

export function ListOptionChoice({
  value,
  preflight,
  onChange,
  onSaveRemoved,
}: {
  value: ListOptionValues
  preflight: Preflight | undefined
  onChange(value: ListOptionValues): void
  onSaveRemoved(): Promise<void>
}) {
  function take(next: ListOptionValues) {
    keepOptions(next)
    onChange(next)
  }
  const save = useMutation({ networkMode: 'always', mutationFn: onSaveRemoved })
  const isDone = preflight?.isDone === true
  return (
    <div className="grid gap-2.5">
      <Check
        label={t.dedupe}
        hint={
          isDone ? format(value.dedupe ? t.removedRows : t.keptRows, { count: preflight.duplicates }) : t.dedupeHint
        }
        checked={value.dedupe}
        onChange={(event) => take({ ...value, dedupe: event.target.checked })}
      />
      {isDone && preflight.removed > 0 && (
        <div className="grid justify-items-start gap-2 pl-6.5">
          <Button disabled={save.isPending} onClick={() => save.mutate()}>
            {t.saveRemoved}
          </Button>
          <Problem error={save.error} />
        </div>
      )}
      <Check
        label={t.fixTypos}
        hint={
          isDone
            ? format(value.fixTypos ? t.fixedTypos : t.foundTypos, {
                count: value.fixTypos ? preflight.corrected : preflight.suggested,
              })
            : t.fixTyposHint
        }
        checked={value.fixTypos}
        onChange={(event) => take({ ...value, fixTypos: event.target.checked })}
      />
    </div>
  )
}
