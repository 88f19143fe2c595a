/** Why a file cannot be split into records at all. A single malformed record only fails its own row. */
export type CsvFailure =
  | 'not_utf8'
  | 'nul_byte'
  | 'no_header'
  | 'email_column_missing'
  | 'email_column_ambiguous'
  | 'no_records'
  | 'too_many_records'
  | 'unterminated_quote'
  | 'record_too_long'

/** The message is shown to the file's owner. It refers to lines and columns by number and never repeats content. */
export class CsvStructureError extends Error {
  readonly failure: CsvFailure
  readonly line: number

  constructor(failure: CsvFailure, line: number, why: string) {
    super(`Line ${line}: ${why}`)
    this.name = 'CsvStructureError'
    this.failure = failure
    this.line = line
  }
}
