// The built files of packages/console. They are read on request: browsers keep those with a hashed name.
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { builtFile } from '../platform/built-file.ts'
import { type Asset, compress, type Encoding } from '../platform/http/pages/asset.ts'
import { AppError } from '../platform/http/problem.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.bin': 'application/octet-stream',
  '.json': 'application/json',
}
/** For the engine's data, which has no redundancy that a higher quality would find; the build has compressed all else. */
const BROTLI_QUALITY = 5

export type ConsoleFiles = {
  page: string
  /** Undefined when there is none of the name. */
  asset(name: string): Asset | undefined
}

export async function openConsoleFiles(): Promise<ConsoleFiles> {
  const [names, page] = await Promise.all([
    orMissing(readdir(builtFile('console', 'assets'))),
    orMissing(readFile(builtFile('console', 'index.html'), 'utf8')),
  ])
  const assets = names.filter((name) => !name.endsWith('.br'))
  const opened = new Map(assets.map((name) => [name, openAsset(name, names.includes(`${name}.br`))]))
  return { page, asset: (name) => opened.get(name) }
}

/** Forms that are compressed here are kept, about 3 MB in all; files are read again. */
function openAsset(name: string, hasBrotli: boolean): Asset {
  const made = new Map<Encoding, Promise<Buffer>>()
  const read = (path: string) => readFile(builtFile('console', `assets/${path}`))
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    // The name holds a hash of the content.
    digest: name,
    cacheControl: FOR_GOOD,
    encoded(encoding) {
      if (encoding === 'identity') return read(name)
      if (encoding === 'br' && hasBrotli) return read(`${name}.br`)
      const known = made.get(encoding)
      if (known) return known
      const compressed = read(name).then((bytes) => compress(bytes, encoding, BROTLI_QUALITY))
      made.set(encoding, compressed)
      // A failed read is tried again by the next request.
      compressed.catch(() => made.delete(encoding))
      return compressed
    },
  }
}

async function orMissing<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch {
    throw new AppError('unavailable', 'The console is not built. Build it with: npm run build')
  }
}
