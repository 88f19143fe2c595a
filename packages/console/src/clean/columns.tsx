import { Check } from '../parts/field.tsx'
import { formatShare } from '../parts/numbers.ts'
import { Notice } from '../parts/problem.tsx'
import { clean as t } from '../texts/clean.ts'
import { format } from '../texts/format.ts'
import type { ListView } from '../worker/list.ts'

/** A sheet may have 16,384 columns: that many check boxes are slow and useless. */
const SHOWN_MAX = 200

/** Shows which columns contain addresses, with check boxes. */
export function Columns({
  view,
  isPasted,
  chosen,
  onChange,
}: {
  view: ListView
  isPasted: boolean
  chosen: number[]
  onChange(chosen: number[]): void
}) {
  const { offered, isFound } = view
  function toggle(index: number, isOn: boolean) {
    onChange((isOn ? [...chosen, index] : chosen.filter((each) => each !== index)).sort((one, other) => one - other))
  }
  const isTwice = (name: string) => name !== '' && view.names.filter((other) => other === name).length > 1
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{offered.length > 1 ? t.whichColumns : t.theColumn}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {offered.slice(0, SHOWN_MAX).map(({ index, name, share }) => {
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
                  {name || format(t.unnamed, { number: index + 1 })}{' '}
                  {isTwice(name) && <span className="text-soft">#{index + 1} </span>}
                  {isFound && (
                    <span className="text-sm text-soft">{format(t.holdsAddresses, { share: formatShare(share) })}</span>
                  )}
                </span>
              }
              hint={<span className="block truncate font-mono text-xs">{examples.join(' · ')}</span>}
            />
          )
        })}
      </div>
      {offered.length > SHOWN_MAX && (
        <p className="mt-1.5 text-sm text-soft">{format(t.moreColumns, { shown: SHOWN_MAX, all: offered.length })}</p>
      )}
      {chosen.length === 0 && (
        <div className="mt-3">
          <Notice tone="risky">{isFound ? t.chooseOne : isPasted ? t.nonePasted : t.noneFound}</Notice>
        </div>
      )}
    </fieldset>
  )
}
