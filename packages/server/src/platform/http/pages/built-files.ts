// The built files of the console and of the documentation. They are read on request: browsers keep those with a hashed name.
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { once } from '../../shared-value.ts'
import { AppError } from '../problem.ts'
import { type Asset, compress, createAsset } from './asset.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.bin': 'application/octet-stream',
  '.json': 'application/json',
}
/** The build has compressed the console; a higher quality saves nothing on the engine's data and little on the documentation. */
const BROTLI_QUALITY = 5

/** Undefined: there is no such file. */
export type BuiltFiles = (path: string) => Promise<Asset> | undefined

type PolicyFor = (content: string) => string

/** `folder` is a URL that ends with a slash. */
export async function openBuiltFiles(folder: URL, policyFor: PolicyFor): Promise<BuiltFiles> {
  const paths = new Set(await orNotBuilt(readdir(folder, { recursive: true })))
  const read = (path: string) => orNotBuilt(readFile(new URL(path, folder)))

  async function open(path: string): Promise<Asset> {
    const type = TYPES[extname(path)]!
    if (!path.startsWith('assets/')) {
      const content = await read(path)
      return createAsset(content, { type, policy: policyFor(content.toString()) })
    }
    // The name contains a hash of the content. Only what is compressed here is kept, about 3 MB in all.
    const compressed = once(async () => compress(await read(path), 'br', BROTLI_QUALITY))
    const forms = {
      identity: () => read(path),
      br: paths.has(`${path}.br`) ? () => read(`${path}.br`) : compressed,
      gzip: once(async () => compress(await read(path), 'gzip')),
    }
    return { type, digest: path, cacheControl: FOREVER, policy: policyFor(''), encoded: (form) => forms[form]() }
  }
  const known = [...paths].filter((path) => TYPES[extname(path)])
  const files = new Map(known.map((path) => [path, once(() => open(path))]))
  return (path) => files.get(path)?.()
}

async function orNotBuilt<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch {
    throw new AppError('unavailable', 'This page is not built. Build it with: npm run build')
  }
}
