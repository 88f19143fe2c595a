import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { common } from '../texts/common.ts'
import { Button } from './button.tsx'

/** Browsers keep the clipboard from pages that came over plain http, unless from this machine. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

export function CopyButton({ text, label = common.copy }: { text: string | (() => string); label?: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Button
      onClick={() => copy(typeof text === 'string' ? text : text()).then(() => setCopied(true))}
      aria-live="polite"
    >
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {isCopied ? common.copied : label}
    </Button>
  )
}

export function Snippet({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto rounded-md border border-line bg-ground p-3 pr-28"
      >
        <pre className="font-mono text-[13px] leading-6">{text}</pre>
      </section>
      <div className="absolute top-2 right-2">
        <CopyButton text={text} />
      </div>
    </div>
  )
}
