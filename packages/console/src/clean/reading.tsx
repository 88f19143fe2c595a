import { ENCODING_NAMES, type Encoding } from '@mailsift/intake/encodings'
import type { ListOptions } from '@mailsift/intake/list'
import type { Separator } from '@mailsift/intake/records'
import { Choice } from '../parts/field.tsx'
import { clean as t } from '../texts/clean.ts'

const DETECTED = 'detected'
const SEPARATORS: readonly Separator[] = [',', ';', '\t', '|', '']
const ENCODINGS = (Object.keys(ENCODING_NAMES) as Encoding[]).filter((name) => name !== 'latin-1')

/** Overrides how the file is read, where detection was wrong. */
export function Reading({
  value,
  format,
  onChange,
}: {
  value: ListOptions
  format: 'text' | 'xlsx'
  onChange(value: ListOptions): void
}) {
  const { separator, encoding, hasHeader } = value
  const isChanged = (separator ?? encoding ?? hasHeader) !== undefined
  const detected = { value: DETECTED, label: t.detected } as const
  return (
    <details className="mt-3 text-sm" open={isChanged}>
      <summary className="cursor-pointer text-soft">{t.readOtherwise}</summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        {format === 'text' && (
          <>
            <Choice<Separator | typeof DETECTED>
              label={t.separator}
              value={separator ?? DETECTED}
              options={[detected, ...SEPARATORS.map((value) => ({ value, label: t.separators[value]! }))]}
              onChange={(next) => onChange({ ...value, separator: next === DETECTED ? undefined : next })}
            />
            <Choice<Encoding | typeof DETECTED>
              label={t.encoding}
              value={encoding ?? DETECTED}
              options={[detected, ...ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))]}
              onChange={(next) => onChange({ ...value, encoding: next === DETECTED ? undefined : next })}
            />
          </>
        )}
        <Choice
          label={t.header}
          value={hasHeader === undefined ? DETECTED : hasHeader ? 'yes' : 'no'}
          options={[detected, { value: 'yes', label: t.headerYes }, { value: 'no', label: t.headerNo }]}
          onChange={(next) => onChange({ ...value, hasHeader: next === DETECTED ? undefined : next === 'yes' })}
        />
      </div>
    </details>
  )
}
