import { type ReactNode, useEffect } from 'react'
import { SERVICE_URL } from '../base.ts'
import { common, help as t } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { classes } from './class.ts'
import { HELP } from './help.ts'

/** The frame of every page: a heading, a one-line description, and actions. */
export function Page({
  title,
  lead,
  help,
  actions,
  documentTitle = title,
  children,
}: {
  title: string
  lead?: ReactNode
  help?: keyof typeof HELP
  actions?: ReactNode
  documentTitle?: string
  children: ReactNode
}) {
  useEffect(() => {
    document.title = format(common.documentTitle, { page: documentTitle })
  }, [documentTitle])
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-8 sm:py-9">
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{title}</h1>
          {lead && <p className="mt-1.5 max-w-2xl text-soft">{lead}</p>}
          {help && (
            <p className="mt-1 text-sm">
              {/* Opens a new tab: a list that was chosen here would be lost. */}
              <a
                href={`${SERVICE_URL}/help/${HELP[help]}`}
                target="_blank"
                rel="noopener"
                className="text-accent hover:underline"
              >
                {t.links[help]}
              </a>
            </p>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function Card({
  title,
  aside,
  flush = false,
  className,
  children,
}: {
  title?: ReactNode
  aside?: ReactNode
  /** The content extends to the edges, as tables do. */
  flush?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <section className={classes('min-w-0 rounded-lg border border-line bg-paper shadow-low', className)}>
      {title && (
        <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-3 sm:px-5">
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      <div className={flush ? '' : 'p-4 sm:p-5'}>{children}</div>
    </section>
  )
}

/** Explains what would be here and how to get it. */
export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mx-auto max-w-md px-4 py-12 text-center">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-sm text-soft">{children}</p>
      {action && <div className="mt-4 flex justify-center">{action}</div>}
    </div>
  )
}
