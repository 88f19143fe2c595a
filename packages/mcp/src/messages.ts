// Responds to invalid lines as JSON-RPC requires. The library would ignore them, which leaves a client waiting, and
// would close the connection if a line is too long.
import { Transform } from 'node:stream'
import { INVALID_REQUEST, PARSE_ERROR, parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { refuseParams } from './params.ts'

/** Twenty times the size of the longest list. */
export const MESSAGE_MAX_BYTES = 10 * 1024 * 1024
const LINE_FEED = 0x0a

/** Passes the lines that are valid messages. */
export function onlyMessages(refuse: (refusal: object) => void): Transform {
  let pieces: Buffer[] = []
  let bytes = 0

  /** A message that is too long is counted but not stored. */
  function keep(piece: Buffer): void {
    bytes += piece.length
    if (bytes > MESSAGE_MAX_BYTES) pieces = []
    else pieces.push(piece)
  }

  /** The completed line, if it is a valid message. */
  function takeLine(): Buffer | undefined {
    const isTooLong = bytes > MESSAGE_MAX_BYTES
    const line = Buffer.concat(pieces)
    pieces = []
    bytes = 0
    const text = line.toString()
    if (!isTooLong && text.trim() === '') return undefined
    const refusal = isTooLong
      ? refusalOf(INVALID_REQUEST, `A message has at most ${MESSAGE_MAX_BYTES} bytes.`)
      : faultOf(text)
    if (!refusal) return Buffer.concat([line, Buffer.of(LINE_FEED)])
    refuse(refusal)
    return undefined
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        keep(chunk.subarray(start, end))
        start = end + 1
        const line = takeLine()
        if (line) this.push(line)
      }
      keep(chunk.subarray(start))
      done()
    },
  })
}

function faultOf(line: string): object | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return refusalOf(PARSE_ERROR, 'The line is no JSON.')
  }
  if (Array.isArray(value)) return refusalOf(INVALID_REQUEST, 'Send one message at a time.')
  try {
    parseJSONRPCMessage(value)
    return refuseParams(value)
  } catch {
    return refusalOf(INVALID_REQUEST, 'The line is no JSON-RPC message.', (value as { id?: unknown } | null)?.id)
  }
}

function refusalOf(code: number, message: string, id?: unknown): object {
  return { jsonrpc: '2.0', id: typeof id === 'string' || typeof id === 'number' ? id : null, error: { code, message } }
}
