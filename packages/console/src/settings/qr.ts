// A text as the dark squares of a QR code (ISO/IEC 18004): bytes, the lowest level of error correction, the first mask. What
// is read from a screen needs no more.

/** By version, from 1: bytes of error correction in a block, and blocks. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8]
const LEVEL_AND_MASK = 0b01_000

/** Rows of squares, dark where true; undefined for a text that is too long. */
export function qrCodeOf(text: string): boolean[][] | undefined {
  const bytes = [...new TextEncoder().encode(text)]
  const version = 1 + CORRECTION.findIndex((_, at) => bytes.length + (at < 9 ? 2 : 3) <= dataBytes(at + 1))
  return version > 0 ? draw(version, withCorrection(version, padded(version, bytes))) : undefined
}

function allBytes(version: number): number {
  const marks = marksOf(version).length
  const taken = version > 1 ? (25 * marks - 10) * marks - 55 + (version > 6 ? 36 : 0) : 0
  return ((16 * version + 128) * version + 64 - taken) >> 3
}

const dataBytes = (version: number) => allBytes(version) - CORRECTION[version - 1]! * BLOCKS[version - 1]!

/** Where the small marks stand that a reader finds the grid by. */
function marksOf(version: number): number[] {
  if (version === 1) return []
  const count = (version / 7 + 2) | 0
  const step = Math.ceil((4 * version + 4) / (2 * count - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => 4 * version + 10 - step * at).reverse()]
}

/** The kind (4: bytes), their number, the bytes, and what fills the rest. */
function padded(version: number, bytes: readonly number[]): number[] {
  const length = version > 9 ? [bytes.length >> 8, bytes.length & 255] : [bytes.length]
  const digits = [4, ...[...length, ...bytes].flatMap((byte) => [byte >> 4, byte & 15])]
  digits.push(0)
  const all = digits.flatMap((digit, at) => (at % 2 ? [] : [(digit << 4) | (digits[at + 1] ?? 0)]))
  for (let at = 0; all.length < dataBytes(version); at++) all.push(at % 2 ? 17 : 236)
  return all
}

/** The blocks with what corrects them, one byte of each in turn. */
function withCorrection(version: number, data: readonly number[]): number[] {
  const [count, length] = [BLOCKS[version - 1]!, CORRECTION[version - 1]!]
  const short = Math.floor(data.length / count)
  const shortCount = count - (data.length % count)
  // The longer blocks come last.
  const startOf = (at: number) => short * at + Math.max(0, at - shortCount)
  const blocks = Array.from({ length: count }, (_, at) => data.slice(startOf(at), startOf(at + 1)))
  const generator = generatorOf(length)
  const rests = blocks.map((block) => restOf(block, generator))
  const inTurn = (rows: number[][], width: number) =>
    Array.from({ length: width }, (_, at) => rows.flatMap((row) => row.slice(at, at + 1))).flat()
  return [...inTurn(blocks, short + 1), ...inTurn(rests, length)]
}

/** In the field of 256 elements by x⁸ + x⁴ + x³ + x² + 1. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> bit) & 1) * one)
  return product
}

function generatorOf(degree: number): number[] {
  let generator = [1]
  for (let at = 0, root = 1; at < degree; at++, root = times(root, 2))
    generator = [...generator, 0].map((value, place) => value ^ times(generator[place - 1] ?? 0, root))
  return generator.slice(1)
}

function restOf(block: readonly number[], generator: readonly number[]): number[] {
  let rest: number[] = generator.map(() => 0)
  for (const byte of block) {
    const factor = byte ^ rest[0]!
    rest = generator.map((value, at) => (rest[at + 1] ?? 0) ^ times(value, factor))
  }
  return rest
}

/** Digits that find their own errors: the value, and behind it the rest of a division. */
function guarded(value: number, by: number, bits: number): number {
  let rest = value
  for (let at = 0; at < bits; at++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * by)
  return (value << bits) | rest
}

function draw(version: number, bytes: readonly number[]): boolean[][] {
  const size = 4 * version + 17
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () => new Array(size))
  const set = (x: number, y: number, isDark: boolean) => {
    if (grid[y] && x >= 0 && x < size) grid[y][x] = isDark
  }
  /** Rings around a middle: dark but for some of them. */
  const rings = (x: number, y: number, radius: number, light: readonly number[]) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const marks = marksOf(version)
  const corners = new Set(['6 6', `6 ${size - 7}`, `${size - 7} 6`])
  for (const x of marks) for (const y of marks) if (!corners.has(`${x} ${y}`)) rings(x, y, 2, [1])
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, [2, 4])
  const format = guarded(LEVEL_AND_MASK, 0x537, 10) ^ 0x5412
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >> bit) & 1) === 1
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit + (bit === 8 ? 1 : 0)
    if (bit < 8) {
      set(8, near, isDark)
      set(size - 1 - bit, 8, isDark)
    } else {
      set(near, 8, isDark)
      set(8, size - 15 + bit, isDark)
    }
  }
  set(8, size - 8, true)
  const told = version > 6 ? guarded(version, 0x1f25, 12) : 0
  for (let bit = 0; told && bit < 18; bit++) {
    const [far, near] = [size - 11 + (bit % 3), (bit / 3) | 0]
    set(far, near, ((told >> bit) & 1) === 1)
    set(near, far, ((told >> bit) & 1) === 1)
  }
  let bit = 0
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    const isUp = ((right + 1) & 2) === 0
    for (let at = 0; at < size; at++)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - at : at
        if (grid[y]![x] !== undefined) continue
        const isSet = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
        bit++
        grid[y]![x] = (isSet === 1) !== ((x + y) % 2 === 0)
      }
  }
  return grid as boolean[][]
}
