// The shared strings of a workbook, which cells refer to by number. A list has hundreds of thousands of them: joined in
// blocks they take a byte per letter and a number each, a third of the memory of separate strings.

export type Strings = {
  add(text: string): void
  /** Empty if there is no such number. */
  get(number: number): string
  characters(): number
}

const BLOCK_BITS = 10
const BLOCK_STRINGS = 1 << BLOCK_BITS

export function createStrings(): Strings {
  const blocks: string[] = []
  /** The end of each text within its block. */
  let ends = new Uint32Array(4 * BLOCK_STRINGS)
  let count = 0
  let characters = 0
  let waiting: string[] = []
  let waitingLength = 0

  return {
    add(text) {
      if (count === ends.length) {
        const larger = new Uint32Array(2 * ends.length)
        larger.set(ends)
        ends = larger
      }
      waiting.push(text)
      waitingLength += text.length
      ends[count++] = waitingLength
      characters += text.length
      if (waiting.length < BLOCK_STRINGS) return
      blocks.push(waiting.join(''))
      waiting = []
      waitingLength = 0
    },
    get(number) {
      if (!(number >= 0 && number < count)) return ''
      const block = blocks[number >> BLOCK_BITS]
      const within = number & (BLOCK_STRINGS - 1)
      if (block === undefined) return waiting[within] ?? ''
      return block.slice(within === 0 ? 0 : ends[number - 1], ends[number])
    },
    characters: () => characters,
  }
}
