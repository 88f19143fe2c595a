import { Parser } from 'htmlparser2'
import { ListError } from '../list-error.ts'

export type XmlHandler = {
  open?(name: string, attributes: { [name: string]: string }): void
  text?(text: string): void
  close?(name: string): void
}

/** No name, tag or attribute of a workbook is as long; what is, would be held until it ends. */
const TOKEN_MAX_BYTES = 4 * 1024 * 1024
/** Spreadsheets allow 32,767 letters in a cell. */
const TEXT_MAX_CHARACTERS = 128 * 1024

/** Refuses a text that no spreadsheet has written: a small archive may hold a text without end. */
export function checkLength(text: string): void {
  if (text.length > TEXT_MAX_CHARACTERS) throw tooMuchText()
}

export const tooMuchText = () =>
  new ListError('broken_file', 'It is an Excel file with more text than a spreadsheet can hold. Save the sheet as CSV.')

/** Pieces of XML as they come; names without their namespace. */
export async function readXml(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  isDone: () => boolean = () => false,
): Promise<void> {
  const parser = createXmlParser(handler)
  for await (const piece of bytes) {
    parser.push(piece)
    if (isDone()) return
  }
  parser.end()
}

export function createXmlParser(handler: XmlHandler): { push(bytes: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder()
  let unfinished = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        unfinished = 0
        handler.open?.(localName(name), attributes)
      },
      ontext(text) {
        unfinished = 0
        handler.text?.(text)
      },
      onclosetag(name) {
        unfinished = 0
        handler.close?.(localName(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  return {
    push(bytes) {
      unfinished += bytes.length
      parser.write(decoder.decode(bytes, { stream: true }))
      if (unfinished > TOKEN_MAX_BYTES)
        throw new ListError('broken_file', 'It is a damaged Excel file. Save or download it again.')
    },
    end() {
      parser.write(decoder.decode())
      parser.end()
    },
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
