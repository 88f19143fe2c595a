export const files = {
  title: 'Lists',
  lead: 'All lists that you submitted here, through the API or with the command line. Results are kept for 30 days.',
  name: 'Name',
  state: 'Status',
  rows: 'Rows',
  errors: 'Errors',
  submitted: 'Submitted',
  expires: 'Expires',
  gone: 'Expired',
  deleting: 'deleting',
  days: '{count, plural, one {in # day} other {in # days}}',
  withDomains: 'with domain checks',
  withoutDomains: 'without domain checks',
  download: 'Download',
  downloading: 'Downloading…',
  downloadNamed: 'Download {name}',
  empty: 'No lists yet',
  emptyWhy: 'Clean your first list. Its progress and results appear here.',
} as const

export const pendingUploads = {
  title: 'Unfinished uploads',
  lead: 'You can have up to three. Each expires after an hour.',
  name: 'File',
  started: '{size}, started {time}',
  expires: 'Expires',
  discard: 'Discard',
  discardNamed: 'Discard {name}',
} as const

export const pager = {
  label: 'Pagination',
  before: 'Newer',
  after: 'Older',
  of: '{page} of {pages}',
} as const
