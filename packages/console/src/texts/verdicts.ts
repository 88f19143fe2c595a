import type { PolicyPreset } from '@mailsift/engine'

export const purposes = {
  label: 'Purpose',
  names: { marketing: 'Newsletter', 'sign-up': 'Sign-up form', b2b: 'B2B sales' } satisfies Record<
    PolicyPreset,
    string
  >,
} as const

export const rules = {
  title: 'Adjust rules',
  titleChanged: 'Adjust rules ({count, plural, one {# changed} other {# changed}})',
  standard: {
    safe: 'Default (ignore)',
    risky: 'Default (risky)',
    unsafe: 'Default (do not send)',
  },
  names: { allow: 'Ignore', caution: 'Risky', refuse: 'Do not send' },
  reset: 'Reset to defaults',
} as const

export const statuses = {
  long: { safe: 'Safe to send', risky: 'Risky', unsafe: 'Do not send', unknown: 'Unknown', blank: 'No address' },
  short: { safe: 'safe', risky: 'risky', unsafe: 'unsafe', unknown: 'unknown', blank: 'blank' },
} as const

export const lookups = {
  noDns: 'Domains cannot be looked up at the moment.',
  noDnsWhy:
    'The DNS servers of this service do not answer. Results with domain checks would be unknown; you are not charged for those. Wait, validate without domain checks, or ask your administrator.',
} as const

export const verdicts = {
  loadingEngine: 'Loading the validation engine. Your browser keeps it for next time…',
  meant: 'Did you mean {address}?',
} as const
