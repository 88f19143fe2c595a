import type { FileFormat } from '../worker/formats.ts'

export const fileFormats = {
  label: 'Format',
  options: [
    { value: 'csv', label: 'CSV' },
    { value: 'xlsx', label: 'Excel (.xlsx)' },
    { value: 'excel', label: 'CSV for Excel' },
    { value: 'zip', label: 'One CSV per status (.zip)' },
  ] satisfies { value: FileFormat; label: string }[],
  saving: 'Exporting…',
} as const

export const report = {
  save: 'Save report',
  hint: 'One HTML page to print or to send. It contains no address.',
  duplicates: 'Duplicates',
  unregistered: 'Registration not looked up',
  repaired: 'Addresses extracted from surrounding text',
  corrected: 'Typos corrected',
  suggested: 'Suggested corrections',
  removed: 'Duplicates removed',
  withoutUpload: 'checked without domain lookups',
} as const
