import { type ReactNode, useEffect } from 'react'
import { Brand } from '../shell/brand.tsx'

/** The frame of what stands before the pages. */
export function Threshold({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Mailsift`
  }, [title])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-5 px-5 py-10">
      <Brand />
      <h1>{title}</h1>
      {children}
    </main>
  )
}
