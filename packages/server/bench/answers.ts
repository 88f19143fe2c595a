// Reads the answers of an HTTP/1.1 server out of the bytes of one connection, however these are cut.

export type RawAnswer = { status: number; body: Buffer }

const END_OF_HEADERS = '\r\n\r\n'
const STATUS_AT = 'HTTP/1.1 '.length

export function createAnswerReader(onAnswer: (answer: RawAnswer) => void): (chunk: Buffer) => void {
  let kept: Buffer | undefined
  return (chunk) => {
    let bytes = kept ? Buffer.concat([kept, chunk]) : chunk
    for (let end = endOfAnswer(bytes); end !== undefined; end = endOfAnswer(bytes)) {
      const [bodyAt, bodyEnd] = end
      onAnswer({
        status: Number(bytes.toString('latin1', STATUS_AT, STATUS_AT + 3)),
        body: bytes.subarray(bodyAt, bodyEnd),
      })
      bytes = bytes.subarray(bodyEnd)
    }
    kept = bytes.length === 0 ? undefined : bytes
  }
}

/** Where the body of the first answer starts and ends, once all of it is there. */
function endOfAnswer(bytes: Buffer): readonly [bodyAt: number, bodyEnd: number] | undefined {
  const headersEnd = bytes.indexOf(END_OF_HEADERS)
  if (headersEnd === -1) return undefined
  const bodyAt = headersEnd + END_OF_HEADERS.length
  const bodyEnd = bodyAt + Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', 0, headersEnd))![1])
  return bytes.length < bodyEnd ? undefined : [bodyAt, bodyEnd]
}
