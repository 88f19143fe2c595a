import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './class.ts'

const INPUT =
  'h-9 w-full rounded-md border border-edge bg-paper text-ink transition-colors hover:border-soft disabled:opacity-60'

export function Field({
  label,
  hint,
  className,
  ...rest
}: ComponentProps<'input'> & { label: string; hint?: ReactNode }) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        dir="auto"
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={classes(INPUT, 'px-3')}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
  hideLabel = false,
}: {
  label: string
  value: Value
  options: readonly { value: NoInfer<Value>; label: string }[]
  onChange(value: NoInfer<Value>): void
  className?: string
  hideLabel?: boolean
}) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1 block text-sm font-medium'}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        // Without a label it stands beside buttons, and is written as they are.
        className={classes(INPUT, 'px-2', hideLabel && 'text-sm')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

export function Check({
  label,
  hint,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className="flex min-w-0 items-start gap-2.5">
      <input type="checkbox" {...rest} className="mt-1 size-4 shrink-0 accent-accent" />
      <span className="min-w-0 flex-1">
        {label}
        {hint && <span className="block text-sm text-soft">{hint}</span>}
      </span>
    </label>
  )
}
