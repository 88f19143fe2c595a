import { type ReactNode, useEffect } from 'react'
import { Brand } from '../shell/brand.tsx'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'

/** The frame of the sign-in pages. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = format(common.documentTitle, { page: title })
  }, [title])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-4 py-10">
      <Brand />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-lg border border-line bg-paper p-5 shadow-low sm:p-7">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
