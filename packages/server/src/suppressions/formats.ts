// The list as other programs import it.
import type { Suppression, SuppressionFormat } from '@mailsift/contract'
import { neutralize } from '@mailsift/csv/formula'

type Format = {
  header: readonly string[] | undefined
  /** Undefined for what the program cannot hold. */
  row(suppression: Suppression & { email: string }): readonly string[] | undefined
}

const FORMATS: Readonly<Record<SuppressionFormat, Format>> = {
  csv: {
    header: ['email', 'reason', 'suppressed_at', 'expires_at'],
    row: ({ email, reason, suppressed_at, expires_at }) => [email, reason, suppressed_at, expires_at ?? ''],
  },
  // Its import has a mode that blocklists every subscriber of the file.
  listmonk: {
    header: ['email', 'name', 'attributes'],
    row: ({ email, reason }) => [email, '', JSON.stringify({ suppressed: reason })],
  },
  mailchimp: { header: ['Email Address'], row: ({ email }) => [email] },
  // One line for each address and the reason: BOUNCE or COMPLAINT, in the bulk import of the account-level list.
  ses: {
    header: undefined,
    row: ({ email, reason }) => [email, reason === 'bounce' ? 'BOUNCE' : 'COMPLAINT'],
  },
}

/** RFC 4180, and nothing that a spreadsheet would run. */
const writeRecord = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

function quoted(cell: string): string {
  const safe = neutralize(cell)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export async function* writeSuppressions(
  format: SuppressionFormat,
  suppressions: AsyncIterable<Suppression>,
): AsyncGenerator<string> {
  const { header, row } = FORMATS[format]
  if (header) yield writeRecord(header)
  for await (const suppression of suppressions) {
    const { email } = suppression
    const cells = email === null ? undefined : row({ ...suppression, email })
    if (cells) yield writeRecord(cells)
  }
}
