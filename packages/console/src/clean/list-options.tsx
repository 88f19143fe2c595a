import { Button } from '../parts/button.tsx'
import { Check } from '../parts/field.tsx'
import { readKept, writeKept } from '../parts/kept.ts'
import { clean as t } from '../texts/clean.ts'
import { format } from '../texts/format.ts'
import type { Preflight } from '../worker/list.ts'

export type ListOptionValues = { dedupe: boolean; fixTypos: boolean }

const KEY = 'mailsift.list-options'

/** As they were chosen last in this browser. */
export function keptOptions(): ListOptionValues {
  const { dedupe, fixTypos } = readKept(KEY)
  return { dedupe: dedupe !== false, fixTypos: fixTypos === true }
}

export function ListOptionChoice({
  value,
  preflight,
  onChange,
  onSaveRemoved,
}: {
  value: ListOptionValues
  preflight: Preflight | undefined
  onChange(value: ListOptionValues): void
  onSaveRemoved(): void
}) {
  function take(next: ListOptionValues) {
    writeKept(KEY, next)
    onChange(next)
  }
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
        <div className="pl-6.5">
          <Button onClick={onSaveRemoved}>{t.saveRemoved}</Button>
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
