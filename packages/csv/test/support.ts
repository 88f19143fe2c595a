import type { ValidationResult } from '@mailsift/contract'
import { type CsvFile, type CsvRecord, openCsv } from '../src/read.ts'
import { CsvStructureError } from '../src/structure-error.ts'

export async function* inPieces(bytes: Uint8Array, pieceBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

export type ReadFile = Omit<CsvFile, 'records'> & { records: CsvRecord[] }

export async function readAll(
  content: string | Uint8Array,
  emailColumn = 'email',
  pieceBytes?: number,
): Promise<ReadFile> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const { records: batches, ...header } = await openCsv(inPieces(bytes, pieceBytes), emailColumn)
  const records: CsvRecord[] = []
  for await (const batch of batches) records.push(...batch)
  return { ...header, records }
}

/** The error message for the owner of the file, or undefined if the file can be read. */
export async function failureOf(
  content: string | Uint8Array,
  emailColumn?: string,
  pieceBytes?: number,
): Promise<{ failure: string; line: number; message: string } | undefined> {
  try {
    await readAll(content, emailColumn, pieceBytes)
    return undefined
  } catch (error) {
    if (!(error instanceof CsvStructureError)) throw error
    const { failure, line, message } = error
    return { failure, line, message }
  }
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}

export function resultFor(address: string): ValidationResult {
  const [local = '', domain = ''] = address.split('@')
  return {
    id: '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
    inbound: address,
    first_name: '',
    last_name: '',
    normalized: address.toLowerCase(),
    smtp_provider: 'unknown',
    validations: {
      is_disposable: true,
      has_label: false,
      is_subdomain: false,
      is_no_reply: false,
      is_role_based: false,
      has_irregular_pattern: false,
      has_uncommon_unicode: false,
      safe_to_send: false,
    },
    metadata: {
      username: { inbound: local, normalized: local, has_label: false, label: '' },
      domain: {
        is_disposable: true,
        is_subdomain: false,
        root: domain,
        inbound: domain,
        disposable_sources: ['one', 'two'],
      },
    },
  }
}
