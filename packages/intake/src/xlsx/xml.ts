import { Parser } from 'htmlparser2'
import { ListError } from '../list-error.ts'
import type { Effort } from './effort.ts'

export type XmlHandler = {
  open?(name: string, attributes: { [name: string]: string }): void
  text?(text: string): void
  close?(name: string): void
}

/** No name, tag or attribute of a workbook is this long; a longer one would be kept in memory until it ends. */
const TOKEN_MAX_BYTES = 4 * 1024 * 1024
/** Decompressing and scanning eight bytes takes as long as a tag. */
const BYTE_STEPS = 1 / 8
/** Spreadsheet programs nest about ten levels deep, and their extensions a few more. */
const DEPTH_MAX = 100
/** Spreadsheets allow 32,767 characters in a cell. */
const TEXT_MAX_CHARACTERS = 128 * 1024

/** Refuses a text that is too long for a spreadsheet: a small archive may contain an endless text. */
export function checkLength(text: string): void {
  if (text.length > TEXT_MAX_CHARACTERS) throw tooMuchText()
}

export const tooMuchText = () =>
  new ListError(
    'broken_file',
    'This is an Excel file with more text than a spreadsheet can hold. Save the sheet as CSV.',
  )

/** Parses the XML of one part of a workbook; names have no namespace. */
export async function readXml(bytes: AsyncIterable<Uint8Array>, effort: Effort, handler: XmlHandler): Promise<void> {
  const parser = createXmlParser(effort, handler)
  for await (const piece of bytes) parser.push(piece)
  parser.end()
}

export function createXmlParser(effort: Effort, handler: XmlHandler): { push(bytes: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder()
  let unfinished = 0
  let depth = 0
  effort.progressed()
  const parser = new Parser(
    {
      onattribute() {
        effort.spend(1)
      },
      onopentag(name, attributes) {
        unfinished = 0
        effort.spend(1)
        // The parser searches all open tags at each tag.
        if (++depth > DEPTH_MAX) throw tooDeep()
        handler.open?.(localName(name), attributes)
      },
      ontext(text) {
        unfinished = 0
        effort.spend(1)
        handler.text?.(text)
      },
      onclosetag(name) {
        unfinished = 0
        effort.spend(1)
        depth--
        handler.close?.(localName(name))
      },
    },
    // XML has five named entities. Entities declared in a DTD are not expanded, so none can grow.
    { xmlMode: true, decodeEntities: true },
  )
  return {
    push(bytes) {
      unfinished += bytes.length
      effort.spend(bytes.length * BYTE_STEPS)
      effort.timed(() => parser.write(decoder.decode(bytes, { stream: true })))
      if (unfinished > TOKEN_MAX_BYTES) throw damaged()
    },
    end() {
      parser.write(decoder.decode())
      parser.end()
    },
  }
}

const damaged = () => new ListError('broken_file', 'This is a damaged Excel file. Save or download it again.')

const tooDeep = () =>
  new ListError(
    'broken_file',
    'This Excel file nests its tags deeper than any spreadsheet program does. Save the sheet as CSV and use that file.',
  )

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
