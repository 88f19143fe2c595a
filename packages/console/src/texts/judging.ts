import type { PolicyPreset } from '@mailsift/engine'

export const purposes = {
  label: 'What is it for?',
  names: { 'sign-up': 'A sign-up form', marketing: 'A mailing', b2b: 'Sales to companies' } satisfies Record<
    PolicyPreset,
    string
  >,
} as const

export const switches = {
  title: (changed: number) => (changed === 0 ? 'Weigh single reasons' : `Weigh single reasons (${changed} changed)`),
  asPurpose: 'As the purpose says',
  names: { allow: 'Does not count', caution: 'Look twice', refuse: 'Do not send' },
  reset: 'Back to the purpose',
} as const

export const bars = {
  statuses: { safe: 'Safe to send', risky: 'Look twice', unsafe: 'Do not send', unknown: 'Not known' },
  short: { safe: 'safe', risky: 'risky', unsafe: 'unsafe', unknown: 'unknown' },
} as const

export const judging = {
  loadingEngine: 'Loading the lists and rules (once, then this browser keeps them)…',
  meant: (address: string) => `Probably meant: ${address}`,
} as const
