import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './class.ts'

const INPUT =
  'h-9 w-full rounded-md border border-edge bg-paper text-ink transition-colors hover:border-soft disabled:opacity-60'

/** `error` is the reason why the service refused the value. */
export function Field({
  label,
  hint,
  error,
  className,
  ...rest
}: ComponentProps<'input'> & { label: string; hint?: ReactNode; error?: string | undefined }) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        dir="auto"
        {...rest}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy || undefined}
        className={classes(INPUT, 'px-3', error !== undefined && 'border-unsafe')}
      />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-unsafe">
          {error}
        </p>
      )}
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
  disabled = false,
}: {
  label: string
  value: Value
  options: readonly { value: NoInfer<Value>; label: string }[]
  onChange(value: NoInfer<Value>): void
  className?: string
  hideLabel?: boolean
  disabled?: boolean
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
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Value)}
        // Without a label it is next to buttons and styled like them.
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
