import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from './class.ts'

/** Alternative views, one shown at a time; the arrow keys switch between them. */
export function Tabs<Value extends string>({
  label,
  value,
  options,
  onChange,
  children,
}: {
  label: string
  value: Value
  options: readonly { value: NoInfer<Value>; label: ReactNode }[]
  onChange(value: NoInfer<Value>): void
  children: ReactNode
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  function onKey(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = options.findIndex((option) => option.value === value)
    const next = (at + step + options.length) % options.length
    onChange(options[next]!.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <div className="grid min-w-0 gap-3">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKey}
        className="flex flex-wrap gap-1 rounded-md bg-raised p-1"
      >
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="tab"
            id={`${id}-${option.value}`}
            aria-selected={option.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={option.value === value ? 0 : -1}
            onClick={() => onChange(option.value)}
            className={classes(
              'flex-1 rounded-sm px-3 py-1 text-sm whitespace-nowrap transition-colors',
              option.value === value ? 'bg-paper font-medium shadow-low' : 'text-soft hover:text-ink',
            )}
          >
            {option.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="min-w-0">
        {children}
      </div>
    </div>
  )
}
