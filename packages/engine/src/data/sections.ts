/**
 * Compiled data as one file: a JSON header, then the tables.
 *
 *   u32 length of the header in bytes · header (JSON, ASCII, padded with spaces to 4 bytes) · tables (each 4-byte aligned)
 */

/** The version of the layout. A file and the program that reads it are always from the same build. */
export const DATA_FORMAT = 9

/**
 * `full` is for the server. `console` is for pages: it lacks many rare names to be small enough to send, so it finds fewer names.
 * The guard has its own data, see `guard-data.ts`.
 */
export type Profile = 'full' | 'console'

export type SectionsHeader<TableName extends string> = {
  readonly format: number
  /** Offset, counted from the end of the header, and length of each table. */
  readonly tables: Readonly<Record<TableName, readonly [offset: number, length: number]>>
}

export type Sections<Header, TableName> = {
  readonly header: Header
  readonly table: (name: TableName) => Uint8Array
}

export function openSections<Header, TableName extends string>(file: Uint8Array): Sections<Header, TableName> {
  // Typed arrays need an aligned start; a slice of a larger buffer may not have one.
  const bytes = file.byteOffset % 4 === 0 ? file : file.slice()
  // Anything else is another file, such as the page that a site returns for a missing one.
  if (bytes[4] !== OPENING_BRACE) throw new Error(WRONG_DATA)
  const [headerLength] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1) as unknown as [number]
  const header = JSON.parse(asciiOf(bytes.subarray(4, 4 + headerLength))) as Header & SectionsHeader<TableName>
  if (header.format !== DATA_FORMAT) throw new Error(WRONG_DATA)
  return {
    header,
    table: (name) => {
      const [offset, length] = header.tables[name]
      return bytes.subarray(4 + headerLength + offset, 4 + headerLength + offset + length)
    },
  }
}

const OPENING_BRACE = 0x7b
const WRONG_DATA = 'This is not the data of this version: take the file of the same package.'

/**
 * Text in pieces: a call takes only so many arguments. There is no decoder where there is nothing but the language. `apply`
 * takes a piece as it is; spread, it would be walked number by number, which took most of the time of a load.
 */
function asciiOf(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += PIECE)
    text += String.fromCharCode.apply(undefined, bytes.subarray(i, i + PIECE) as unknown as number[])
  return text
}

const PIECE = 8192
