/** RFC 9110 §14: the part of a file that a Range header asks for. A header that is malformed or asks for several is ignored. */
export type ByteRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'outside' }

/** `end` is exclusive. */
export function readByteRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return { kind: 'whole' }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? { kind: 'outside' } : { kind: 'part', start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  if (start >= size) return { kind: 'outside' }
  return { kind: 'part', start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
