import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './class.ts'

const LOOKS = {
  main: 'bg-accent text-on-accent hover:brightness-110 border-transparent font-medium',
  plain: 'bg-paper text-ink border-line hover:bg-raised',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-raised',
  danger: 'bg-paper text-unsafe border-line hover:bg-unsafe-tint',
} as const
type Look = keyof typeof LOOKS

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md border px-3 min-h-9 text-sm leading-5 py-1.5 transition-colors disabled:opacity-55 disabled:pointer-events-none aria-disabled:opacity-55 select-none [&_svg]:size-4 [&_svg]:shrink-0'

export function Button({
  look = 'plain',
  className,
  ...rest
}: ComponentProps<'button'> & { look?: Look; children: ReactNode }) {
  return <button type="button" {...rest} className={classes(BASE, LOOKS[look], className)} />
}

export function ButtonLink({
  look = 'plain',
  className,
  href,
  children,
}: {
  look?: Look
  className?: string
  href: string
  children: ReactNode
}) {
  return (
    <Link href={href} className={classes(BASE, LOOKS[look], className)}>
      {children}
    </Link>
  )
}

export function IconButton({ label, className, children, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        'inline-grid place-items-center size-9 rounded-md text-soft hover:bg-raised hover:text-ink transition-colors disabled:opacity-50 [&_svg]:size-4.5',
        className,
      )}
    >
      {children}
    </button>
  )
}
