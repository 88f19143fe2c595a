/** JSON that is written as it is. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** One string, given in pieces. */
export class LongText {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/**
 * The JSON of a value in pieces, with an async iterable standing for an array: memory does not grow with the document.
 * Elements of such arrays begin on their own lines.
 */
export async function* streamJson(value: unknown): AsyncGenerator<string> {
  if (value instanceof JsonText) yield value.text
  else if (value instanceof LongText) yield* streamText(value)
  else if (isAsyncIterable(value)) yield* streamArray(value)
  else if (isObject(value) && hasStream(value)) yield* streamObject(value)
  else yield JSON.stringify(value)
}

async function* streamText({ pieces }: LongText): AsyncGenerator<string> {
  yield '"'
  for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1)
  yield '"'
}

async function* streamArray(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '\n'
  yield '['
  for await (const value of values) {
    yield separator
    yield* streamJson(value)
    separator = ',\n'
  }
  yield ']'
}

async function* streamObject(members: Record<string, unknown>): AsyncGenerator<string> {
  let separator = '\n'
  yield '{'
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(name)}: `
    yield* streamJson(value)
    separator = ',\n'
  }
  yield '}'
}

function hasStream(value: unknown): boolean {
  if (value instanceof JsonText || value instanceof LongText || isAsyncIterable(value)) return true
  return isObject(value) && Object.values(value).some(hasStream)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
