import type { Status } from '@mailsift/clean/status'
import type { ReactNode } from 'react'

export type Tone = Status | 'plain' | 'accent'

const TONES: Record<Tone, string> = {
  safe: 'bg-safe-tint text-safe',
  risky: 'bg-risky-tint text-risky',
  unsafe: 'bg-unsafe-tint text-unsafe',
  unknown: 'bg-unknown-tint text-unknown',
  blank: 'bg-raised text-soft',
  plain: 'bg-raised text-soft',
  accent: 'bg-accent-tint text-accent',
}

export const FILLS: Record<Status, string> = {
  safe: 'bg-safe',
  risky: 'bg-risky',
  unsafe: 'bg-unsafe',
  unknown: 'bg-unknown',
  blank: 'bg-edge',
}

export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
