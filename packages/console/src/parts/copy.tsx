import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { common } from '../texts/common.ts'
import { Button, IconButton } from './button.tsx'
import { classes } from './class.ts'

/** Browsers disable the clipboard on plain HTTP pages (except localhost) and when the user forbids it. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  // A modal dialog takes the focus back from elements outside of it.
  ;(before?.closest('[role="dialog"]') ?? document.body).append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

/** Whether the text has just been copied, and the handler that copies it. */
function useCopy(text: string | (() => string)): [isCopied: boolean, onClick: () => void] {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return [isCopied, () => copy(typeof text === 'string' ? text : text()).then(setCopied)]
}

export function CopyButton({ text, label }: { text: string | (() => string); label: string }) {
  const [isCopied, onClick] = useCopy(text)
  return (
    <Button onClick={onClick} aria-live="polite">
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {isCopied ? common.copied : label}
    </Button>
  )
}

/** `columns`: puts short lines side by side. */
export function Snippet({ text, label, columns = false }: { text: string; label: string; columns?: boolean }) {
  const [isCopied, onClick] = useCopy(text)
  return (
    <div className="flex min-w-0 items-start rounded-md border border-line bg-ground">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        aria-label={label}
        className="min-w-0 flex-1 overflow-x-auto p-3"
      >
        <pre
          className={classes(
            'font-mono text-[13px] leading-6',
            columns && 'columns-2',
            // A single line may wrap; several lines do not.
            !text.includes('\n') && 'whitespace-pre-wrap wrap-anywhere',
          )}
        >
          {text}
        </pre>
      </section>
      <IconButton
        label={isCopied ? common.copied : common.copy}
        aria-live="polite"
        onClick={onClick}
        className="m-1.5 shrink-0"
      >
        {isCopied ? <Check /> : <Copy />}
      </IconButton>
    </div>
  )
}
