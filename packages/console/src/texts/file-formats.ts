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
