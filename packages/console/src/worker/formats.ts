import type { OutputSeparator } from '@mailsift/clean/layout'

/** `excel` is a CSV that is safe to open in a spreadsheet program. */
export type FileFormat = 'csv' | 'xlsx' | 'excel' | 'zip'

type Files = Iterable<{ name: string; bytes(): AsyncIterable<Uint8Array> }>

/** The bytes of a file: a plain CSV, a workbook, or several files in a zip. Writers are loaded on demand. */
export async function inFormat(
  format: FileFormat,
  csv: () => AsyncIterable<Uint8Array>,
  separator: OutputSeparator,
  files: Files,
): Promise<AsyncIterable<Uint8Array>> {
  if (format === 'xlsx') return (await import('@mailsift/clean/workbook')).toWorkbook(csv(), { separator })
  if (format === 'zip') return (await import('@mailsift/clean/zip')).toZip(files)
  return csv()
}
