export const results = {
  title: 'Results',
  jobName: 'List {id}',
  allFiles: 'All lists',
  withDomains:
    '{total, plural, =0 {With domain checks.} one {# row, with domain checks.} other {# rows, with domain checks.}}',
  withoutDomains:
    '{total, plural, =0 {Without domain checks.} one {# row, without domain checks.} other {# rows, without domain checks.}}',
  states: {
    uploading: 'uploading',
    pending: 'waiting',
    queued: 'waiting',
    parsing: 'reading',
    processing: 'validating',
    finalizing: 'saving',
    completed: 'done',
    partial: 'partly done',
    failed: 'failed',
    expired: 'expired',
  },
  phases: {
    uploading: 'Uploading…',
    pending: 'Waiting to start…',
    queued: 'Waiting to start…',
    parsing: 'Reading the file…',
    processing: 'Validating…',
    finalizing: 'Saving the results…',
    completed: '',
    partial: '',
    failed: '',
    expired: '',
  },
  processed: '{total, plural, one {{processed} of # row validated} other {{processed} of # rows validated}}',
  pace: '{rate} rows per second, about {time} left.',
  documentTitle: '{share} · {name}',
  goesOn: 'You can close this page. Validation continues, and the results stay here for 30 days.',
  gone: 'Results not found',
  goneWhy: 'They were deleted, or belong to another account.',
  expired: 'These results have expired',
  expiredWhy: 'Results are kept for 30 days. Clean the list again to get new ones.',
  failed: 'The list could not be processed',
  failedWhy: 'The service did not record a reason.',
  partial:
    'Part of the list could not be processed. Those rows are marked as unknown, and you were not charged for them.',
  deleting: 'This list is being deleted. Rows that are being validated right now are finished first.',
  stopping: 'Stopping. Rows that are being validated right now are finished first.',
  stopped: 'You stopped this list',
  stoppedWhy: 'Rows that were not validated are marked as unknown, and you were not charged for them.',
  stoppedEarly: 'No results were ready to download. You were charged only for rows that were validated.',
  uploadingWhy:
    'Part of the list is not uploaded yet. If you closed the page that uploads it, choose the same file again to continue.',
  resumeUpload: 'Continue the upload',
  failedParts: 'Rows that were not processed',
  failedPart: 'Rows {from} to {to}: {reason}',
  failedPartOnly: 'Rows {from} to {to}',
  reading: 'Loading the results…',
  byReason: 'Results',
  rowsOf: '{count, plural, one {{reason} (# row)} other {{reason} (# rows)}}',
  rowsLabel: 'Rows of the list',
  search: 'Search rows',
  searchHint: 'Search all columns',
  showAll: 'Show all',
  noRows: 'No rows match.',
  row: 'Row',
  address: 'Address',
  verdict: 'Verdict',
  reason: 'Reason',
  unregistered:
    '{count, plural, one {The domain of # row was not looked up at its registry, because it did not answer in time or lookups are off. Its age and expiry are unknown; all other checks are complete.} other {The domains of # rows were not looked up at their registries, because these did not answer in time or lookups are off. Their age and expiry are unknown; all other checks are complete.}}',
  unregisteredRow: 'Registration not looked up',
} as const

export const retryUnknown = {
  found:
    '{count, plural, one {# address could not be checked because a lookup failed. You were not charged for it.} other {# addresses could not be checked because lookups failed. You were not charged for them.}}',
  why: 'Retry sends only these rows again. You are charged only for rows that get a result.',
  retry: 'Retry the unknown rows',
  sending: 'Sending…',
  running: '{count, plural, =0 {Retrying the unknown rows…} one {Retrying # row…} other {Retrying # rows…}}',
} as const

export const comparison = {
  offer: 'You validated this file before, on {time}.',
  compare: 'Compare',
  title: 'Compared with {time}, by the same rules.',
  label: 'Comparison with the last run',
  status: 'Status',
  before: 'Before',
  now: 'Now',
  change: 'Change',
} as const

export const notifications = {
  notify: 'Notify me when done',
  on: 'This browser notifies you when the list is done. Keep this tab open.',
  done: '{name}: validation is done',
} as const

export const deleteList = {
  delete: 'Delete',
  title: 'Delete this list?',
  confirm: 'Delete list',
  why: 'The uploaded file, all results and downloads are deleted. Used credits and saved contacts stay. This cannot be undone.',
  whyRunning:
    'The validation is stopped. Rows that are being validated right now are finished and charged, the others are not. The uploaded file, all results and downloads are deleted. Used credits and saved contacts stay. This cannot be undone.',
} as const

export const stopList = {
  stop: 'Stop',
  title: 'Stop this list?',
  confirm: 'Stop validation',
  why: 'Rows that are being validated right now are finished and charged. The others are neither validated nor charged. Results that are ready stay available. A stopped list cannot be continued.',
} as const

export const editList = {
  edit: 'Edit',
  title: 'Edit list',
  name: 'Name',
  notes: 'Notes',
} as const

export const composer = {
  title: 'Export',
  rows: 'Rows',
  firstOnly: 'Remove duplicates',
  firstOnlyHint: 'Keeps the first row of each mailbox.',
  reasons: 'Reasons',
  separator: 'Separator',
  separatorHint: 'If Excel shows everything in column A, choose the other one. Formulas are converted to text.',
  separators: { ',': 'Comma (numbers like 1.5)', ';': 'Semicolon (numbers like 1,5)' },
  prefix: 'Prefix for result columns',
  prefixHint: 'Added to columns such as normalized or error.code.',
  columns: 'Columns',
  unnamed: 'unnamed',
  left: 'Move {name} left',
  right: 'Move {name} right',
  remove: 'Remove {name}',
  add: 'Add a column…',
  addAll: 'Add all result columns',
  preview: 'Preview (first ten rows)',
  nothing: 'No rows match.',
  save: '{count, plural, one {Export # row} other {Export # rows}}',
  saved: 'File exported.',
  madeHere: 'Created in your browser.',
} as const
