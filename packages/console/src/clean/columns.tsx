import { Check } from '../parts/field.tsx'
import { formatShare } from '../parts/numbers.ts'
import { Notice } from '../parts/problem.tsx'
import { clean as t } from '../texts/clean.ts'
import type { ListView } from '../worker/list.ts'

/** Which columns hold addresses: to see and to tick, not to type. */
export function Columns({
  view,
  chosen,
  onChange,
}: {
  view: ListView
  chosen: number[]
  onChange(chosen: number[]): void
}) {
  const isFound = view.candidates.length > 0
  const offered = isFound ? view.candidates : view.names.map((name, index) => ({ index, name, share: 0 }))
  function toggle(index: number, isOn: boolean) {
    onChange((isOn ? [...chosen, index] : chosen.filter((each) => each !== index)).sort((one, other) => one - other))
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{offered.length > 1 ? t.whichColumns : t.theColumn}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {offered.map(({ index, name, share }) => {
          const examples = view.sample
            .map((row) => row[index] ?? '')
            .filter(Boolean)
            .slice(0, 2)
          return (
            <Check
              key={index}
              checked={chosen.includes(index)}
              onChange={(event) => toggle(index, event.target.checked)}
              label={
                <span className="wrap-anywhere">
                  {name || t.unnamed(index + 1)}{' '}
                  {isFound && <span className="text-sm text-soft">{t.holdsAddresses(formatShare(share))}</span>}
                </span>
              }
              hint={<span className="block truncate font-mono text-xs">{examples.join(' · ')}</span>}
            />
          )
        })}
      </div>
      {chosen.length === 0 && (
        <div className="mt-3">
          <Notice tone="risky">{isFound ? t.chooseOne : t.noneFound}</Notice>
        </div>
      )}
    </fieldset>
  )
}
