import { formatCount } from '../parts/numbers.ts'
import { plural } from './plural.ts'

export const files = {
  title: 'Files and jobs',
  lead: 'Everything that was submitted from here, by the API or by the command line. Results are kept for 30 days.',
  name: 'Name',
  state: 'State',
  rows: 'Rows',
  errors: 'Errors',
  submitted: 'Submitted',
  expires: 'Kept for',
  gone: 'Expired',
  days: (days: number) => plural(days, 'more day'),
  withDomains: 'with domain look-ups',
  withoutDomains: 'without domain look-ups',
  download: 'Download',
  downloading: 'Fetching…',
  downloadNamed: (name: string) => `Download ${name}`,
  empty: 'Nothing was submitted yet',
  emptyWhy: 'Clean a first list: it appears here with its progress and its results.',
} as const

export const pendingUploads = {
  title: 'Unfinished uploads',
  lead: 'You can have three. Discard those you do not need; each expires after an hour.',
  name: 'File',
  started: 'started',
  expires: 'Expires',
  discard: 'Discard',
  discardNamed: (name: string) => `Discard ${name}`,
} as const

export const pager = {
  label: 'Pages of the list',
  before: 'Newer',
  after: 'Older',
  of: (page: number, pages: number) => `${formatCount(page)} of ${formatCount(pages)}`,
} as const
