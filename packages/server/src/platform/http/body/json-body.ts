import { JSON_LIST_MAX_COUNT } from '@mailsift/contract'
import { atOnce, inSlices } from '../../slices.ts'
import { AppError, unknownProperty } from '../problem.ts'

/** Deeper than any body of ours; without a limit, deep nesting costs memory before any schema sees it. */
const DEPTH_MAX = 32

/** More than any body of ours has. Small ones are many in five megabytes, and each takes time and memory. */
const VALUES_MAX = 2 * JSON_LIST_MAX_COUNT

/** Bodies up to this size hold the event loop for about a millisecond. */
const AT_ONCE_BYTES = 64 * 1024
const SLICE_CHARACTERS = 64 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * JSON as strictly as a contract can be read: valid UTF-8, bounded nesting, no key twice in one object (which of the
 * two was meant?), no `__proto__`. A byte order mark is dropped, as RFC 8259 §8.1 allows. With `known`, the first key that
 * no body of the operation can have ends the reading.
 */
export async function parseJsonBody(bytes: Buffer, known?: ReadonlySet<string>): Promise<unknown> {
  if (bytes.length === 0) throw new AppError('invalid_json', 'The body is empty.')
  return bytes.length <= AT_ONCE_BYTES ? atOnce(parse(bytes, known)) : inSlices(() => parse(bytes, known))
}

function* parse(bytes: Buffer, known: ReadonlySet<string> | undefined): Generator<void, unknown> {
  const text = decode(bytes)
  yield
  yield* scan(text, known)
  yield
  try {
    const value = JSON.parse(text)
    yield
    return value
  } catch {
    throw new AppError('invalid_json', 'The body is not valid JSON.')
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('invalid_json', 'The body is not valid UTF-8.')
  }
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** One pass over the text that looks only at structure; JSON.parse parses everything else. */
function* scan(text: string, known: ReadonlySet<string> | undefined): Generator<void, void> {
  const keysByDepth: (Set<string> | undefined)[] = []
  let depth = 0
  let values = 0
  let sliceEnd = SLICE_CHARACTERS
  for (let at = 0; at < text.length; at++) {
    if (at >= sliceEnd) {
      sliceEnd = at + SLICE_CHARACTERS
      yield
    }
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (keysByDepth[depth] && isKey(text, end)) noteKey(keysByDepth[depth]!, text.slice(at, end + 1), known)
      at = end
    } else if (code === COMMA) {
      if (++values > VALUES_MAX) throw tooManyValues()
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++depth > DEPTH_MAX) throw new AppError('invalid_json', `The body is nested deeper than ${DEPTH_MAX} levels.`)
      keysByDepth[depth] = code === OPEN_OBJECT ? new Set() : undefined
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      depth = Math.max(0, depth - 1)
    }
  }
}

function tooManyValues(): AppError {
  return new AppError(
    'invalid_request',
    `The body has more than ${VALUES_MAX} values. A list can have up to ${JSON_LIST_MAX_COUNT}.`,
  )
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
    end = text.indexOf('"', end + 1)
  }
  return text.length
}

function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++
  return text.charCodeAt(at) === COLON
}

function noteKey(keys: Set<string>, quoted: string, known: ReadonlySet<string> | undefined): void {
  const key = unquote(quoted)
  if (key === '__proto__')
    throw new AppError('invalid_json', 'The body contains the key "__proto__", which is not allowed.')
  if (keys.has(key)) throw new AppError('invalid_json', 'The body contains a duplicate key.')
  if (known && !known.has(key)) throw unknownProperty('/body', known)
  keys.add(key)
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted)
  } catch {
    return quoted
  }
}
