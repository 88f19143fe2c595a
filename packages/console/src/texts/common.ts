// Words of every page. Each file of this folder has those of one page, which loads it with itself; another language is
// another folder of the same shape.
import type { ApiErrorCode } from '@mailsift/sdk'
import { plural } from './plural.ts'

const ADVICE: Partial<Record<ApiErrorCode, string>> = {
  too_many_unfinished: 'Wait until one of your three running lists is done, then try again.',
  too_many_uploads: 'Discard one below, then try again.',
  rate_limited: 'Wait a minute, then try again.',
  link_invalid: 'Make another link with the command below, or sign in with your password.',
  unavailable: 'Try again in a moment.',
  internal: 'Try again. If it happens again, give the request id to your administrator.',
  subscription_required: 'Ask your administrator to activate your account.',
  storage_exceeded: 'Old results make room when they expire.',
}

export const common = {
  name: 'Mailsift',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  tryAgain: 'Try again',
  loading: 'Loading…',
  cancel: 'Cancel',
  save: 'Save',
  more: 'Show more',
  rows: (count: number) => plural(count, 'row'),
  actions: 'Actions',
} as const

export const problems = {
  requestId: 'Request id:',
  unreachable: 'The service cannot be reached. Check that it runs and that this machine has a network; then try again.',
  offline:
    'This machine has no network. What was submitted goes on; this page continues by itself when the network is back.',
  workerEnded:
    'The part of this page that reads and judges lists has ended, perhaps for lack of memory. Nothing was sent and nothing is lost: try again.',
  workerUnloaded:
    'The part of this page that judges addresses did not load: the service is away, or was updated meanwhile. Try again, or reload the page.',
  advice: ADVICE,
} as const

export const nav = {
  label: 'Pages',
  skip: 'Skip to the page',
  open: 'Open the menu',
  check: 'Check',
  clean: 'Clean a list',
  files: 'Files and jobs',
  contacts: 'Contacts',
  tokens: 'Tokens',
  usage: 'Usage',
  settings: 'Settings',
  reference: 'API reference',
  signOut: 'Sign out',
} as const

export const missing = {
  title: 'Nothing here',
  what: 'There is no such page',
  why: 'The address may be mistyped, or what it showed has expired.',
  back: 'Check an address',
} as const

export const unloaded = {
  title: 'This page did not load',
  why: 'The service is away, or was updated meanwhile. Nothing is lost: this page comes by itself when the service is back, or try again.',
} as const

export const appearance = {
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  themeNow: (theme: string) => `Appearance: ${theme.toLowerCase()}. Change it`,
} as const

export const passwordOffer = {
  why: 'You have no password yet, and the link that signed you in works once. Set one to sign in from anywhere.',
  set: 'Set a password',
  later: 'Not now',
} as const
