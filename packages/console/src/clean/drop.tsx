import { Upload } from 'lucide-react'
import { type DragEvent, type SubmitEvent, useEffect, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { classes } from '../parts/class.ts'
import { focusArrived } from '../parts/focus.ts'
import { Card } from '../parts/page.tsx'
import { Notice } from '../parts/problem.tsx'
import { clean as t } from '../texts/clean.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { worker } from '../worker/client.ts'
import { forgetSubmission, interruptedSubmission } from './kept.ts'

const ACCEPT = '.csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/plain'

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) % 0xff_ffff_ffff
  return hash
}

/** `isBack`: the user came back from a preview. */
export function Drop({ onFile, isBack }: { onFile(file: File): void; isBack: boolean }) {
  const [isOver, setOver] = useState(false)
  const [interrupted, setInterrupted] = useState(interruptedSubmission)
  useEffect(() => {
    worker.trace.warmUp().catch(() => undefined)
  }, [])

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  function paste(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    // `lastModified` is derived from the text, so pasting the same text again resumes its upload, but another text of
    // the same length does not.
    if (text) onFile(new File([`${text}\n`], t.pastedName, { type: 'text/plain', lastModified: hashOf(text) }))
  }

  return (
    <div className="grid gap-5">
      {interrupted && (
        <Notice
          tone="risky"
          role="status"
          action={
            <Button
              onClick={() => {
                forgetSubmission(interrupted.identity)
                setInterrupted(undefined)
              }}
            >
              {t.forget}
            </Button>
          }
        >
          {format(t.interrupted, { name: isolated(interrupted.name) })}
        </Notice>
      )}
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classes(
          'relative grid cursor-pointer justify-items-center gap-2 rounded-lg border-2 border-dashed px-6 py-14 text-center transition-colors focus-within:border-accent focus-within:outline-2 focus-within:outline-accent',
          isOver ? 'border-accent bg-accent-tint' : 'border-edge bg-paper hover:border-accent',
        )}
      >
        <Upload className="size-8 text-accent" aria-hidden />
        <span className="text-lg font-medium">{t.drop}</span>
        <span className="text-soft">{t.dropHint}</span>
        <input
          ref={isBack ? focusArrived : null}
          type="file"
          accept={ACCEPT}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) onFile(file)
          }}
        />
      </label>
      <Card title={t.paste}>
        <form onSubmit={paste} className="grid gap-3">
          <label htmlFor="pasted" className="sr-only">
            {t.paste}
          </label>
          <textarea
            id="pasted"
            name="text"
            dir="auto"
            rows={5}
            placeholder={t.pastePlaceholder}
            spellCheck={false}
            className="w-full rounded-md border border-edge bg-paper p-3 font-mono text-sm hover:border-soft"
          />
          <div>
            <Button type="submit">{t.preview}</Button>
          </div>
        </form>
      </Card>
    </div>
  )
}
