// Texts of every page. Each file of this folder has the texts of one page and loads with it; another language is
// another folder of the same shape.
import type { ApiErrorCode } from '@mailsift/sdk'

const ADVICE: Partial<Record<ApiErrorCode, string>> = {
  too_many_rules: 'Delete those that you no longer need.',
  too_many_unfinished: 'Wait until one of your three running lists is done, then try again.',
  too_many_uploads: 'Discard one of the uploads below, then try again.',
  rate_limited: 'Wait a minute, then try again.',
  unavailable: 'Try again in a moment.',
  internal: 'Try again. If the problem persists, send the request ID to your administrator.',
  subscription_required: 'Ask your administrator to activate your account.',
  storage_exceeded: 'Old results free up space when they expire.',
}

export const common = {
  name: 'Mailsift',
  documentTitle: '{page} · Mailsift',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  tryAgain: 'Try again',
  loading: 'Loading…',
  signingIn: 'Signing in…',
  cancel: 'Cancel',
  save: 'Save',
  more: 'Show more',
  rows: '{count, plural, one {# row} other {# rows}}',
  actions: 'Actions',
} as const

export const problems = {
  requestId: 'Request ID: {id}',
  unreachable: 'Cannot reach the service. Check that it is running and that you are online, then try again.',
  offline: 'You are offline. Submitted lists continue to run, and this page updates when you are back online.',
  workerEnded:
    'This page stopped reading the list, possibly because it ran out of memory. Nothing was uploaded or lost.',
  workerUnloaded: 'The validation engine did not load: the service is down or was just updated. Try again, or reload.',
  advice: ADVICE,
} as const

export const nav = {
  label: 'Menu',
  skip: 'Skip to content',
  open: 'Open menu',
  check: 'Check an address',
  clean: 'Clean a list',
  files: 'Lists',
  contacts: 'Contacts',
  domains: 'Domain report',
  bounces: 'Bounces',
  rules: 'Rules',
  tokens: 'API tokens',
  team: 'Team',
  usage: 'Usage',
  settings: 'Settings',
  operator: 'Admin',
  help: 'Help',
  reference: 'API reference',
  signOut: 'Sign out',
} as const

/** Links to the documentation, by page. */
export const help = {
  links: {
    check: 'How verdicts work',
    clean: 'How to clean a list',
    files: 'About lists',
    results: 'About results and exports',
    contacts: 'About contacts',
    domain: 'About domain reports',
    bounces: 'About bounces',
    rules: 'About rules',
    tokens: 'About API tokens',
    team: 'About roles and invitations',
    usage: 'About credits',
    settings: 'About settings',
    operator: 'About the admin area',
  },
} as const

export const missing = {
  title: 'Page not found',
  what: 'This page does not exist',
  why: 'The URL may be mistyped, or the results it showed have expired.',
  back: 'Check an address',
} as const

export const unloaded = {
  title: 'This page did not load',
  why: 'The service is down or was just updated. Nothing is lost: the page reloads when the service is back.',
} as const

export const appearance = {
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  themeNow: 'Theme: {theme}. Click to change',
} as const

export const passwordOffer = {
  why: 'You have no password yet, and your sign-in link works only once. Set a password to sign in from anywhere.',
  set: 'Set a password',
  later: 'Not now',
} as const
