// Streams a zip archive (APPNOTE 6.3). The platform compresses, so a page has little code to load.

export type ZipWriter = {
  /** Files are sequential: one ends before the next begins. */
  begin(name: string): ZipFile
  end(): void
  /** The bytes since the last call. */
  take(): Uint8Array[]
}
export type ZipFile = { write(bytes: Uint8Array): Promise<void>; end(): Promise<void> }

/** Sizes and the checksum follow the file, and names are UTF-8. */
const FLAGS = 0x0808
const VERSION = 20
const DEFLATED = 8
/** Midnight of 1980-01-01, so that the same list makes the same file. */
const TIME_AND_DATE = 0x0021_0000
const MOST_BYTES = 0xffff_ffff

export function createZip(): ZipWriter {
  let made: Uint8Array[] = []
  let offset = 0
  const directory: Uint8Array[] = []
  function put(bytes: Uint8Array): void {
    made.push(bytes)
    offset += bytes.length
    if (offset > MOST_BYTES) throw new Error('The file would be larger than 4 GB. Save it as CSV instead.')
  }

  function begin(name: string): ZipFile {
    const nameBytes = new TextEncoder().encode(name)
    const start = offset
    let crc = -1
    let size = 0
    put(record('4222444422', 0x0403_4b50, VERSION, FLAGS, DEFLATED, TIME_AND_DATE, 0, 0, 0, nameBytes.length, 0))
    put(nameBytes)
    const dataStart = offset
    const stream = new CompressionStream('deflate-raw')
    const writer = stream.writable.getWriter()
    const reader = stream.readable.getReader()
    async function copy(): Promise<void> {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        put(value)
      }
    }
    const copied = copy()
    // A failure is reported by the next call.
    copied.catch(() => undefined)
    return {
      async write(bytes) {
        crc = crcOf(bytes, crc)
        size += bytes.length
        await Promise.race([writer.write(bytes as Uint8Array<ArrayBuffer>), copied])
      },
      async end() {
        await Promise.all([writer.close(), copied])
        const sizes = [~crc >>> 0, offset - dataStart, size] as const
        put(record('4444', 0x0807_4b50, ...sizes))
        const facts = [VERSION, VERSION, FLAGS, DEFLATED, TIME_AND_DATE, ...sizes, nameBytes.length] as const
        directory.push(record('422224444222224' + '4', 0x0201_4b50, ...facts, 0, 0, 0, 0, 0, start), nameBytes)
      },
    }
  }

  return {
    begin,
    end() {
      const start = offset
      for (const part of directory) put(part)
      const count = directory.length / 2
      put(record('42222442', 0x0605_4b50, 0, 0, count, count, offset - start, start, 0))
    },
    take() {
      const taken = made
      made = []
      return taken
    },
  }
}

/** Little-endian numbers of 2 or 4 bytes each. */
function record(sizes: string, ...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Array.from(sizes, Number).reduce((sum, size) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [index, value] of values.entries()) {
    if (sizes[index] === '2') view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += Number(sizes[index])
  }
  return bytes
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1
  return value
})

function crcOf(bytes: Uint8Array, before: number): number {
  let crc = before
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[at]!) & 0xff]!
  return crc
}

/** Puts several files into one archive. */
export async function* toZip(
  files: Iterable<{ name: string; bytes(): AsyncIterable<Uint8Array> }>,
): AsyncGenerator<Uint8Array, void> {
  const zip = createZip()
  for (const { name, bytes } of files) {
    const file = zip.begin(name)
    for await (const piece of bytes()) {
      // A copy, because the writer may reuse the memory.
      await file.write(piece.slice())
      yield* zip.take()
    }
    await file.end()
  }
  zip.end()
  yield* zip.take()
}
