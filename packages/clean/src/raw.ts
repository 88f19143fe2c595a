import { type CsvOutput, reserve, writeUtf8 } from '@mailsift/csv/write'
import { encodeUtf8 } from '@mailsift/intake/text'

/** Writes the input's text unescaped: undecodable bytes are restored. */
export function writeRaw(output: CsvOutput, text: string): void {
  if (text.isWellFormed()) {
    writeUtf8(output, text)
    return
  }
  const bytes = encodeUtf8(text)
  reserve(output, bytes.length)
  output.bytes.set(bytes, output.length)
  output.length += bytes.length
}
