// The built files of packages/console, compressed when they were built. They are read when they are asked for: browsers
// keep those with a hashed name, so that none is asked for often.
import { readFile } from 'node:fs/promises'
import type { Asset, Encoding } from '../platform/http/pages/asset.ts'
import { AppError } from '../platform/http/problem.ts'

const FOLDER = new URL('../../../console/dist/', import.meta.url)
const EXTENSIONS: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }
const FOR_GOOD = 'public, max-age=31536000, immutable'

type Manifest = {
  assets: Record<string, { type: string; digest: string }>
}

export type ConsoleFiles = {
  page: string
  /** Undefined when there is none of the name. */
  asset(name: string): Asset | undefined
}

export async function openConsoleFiles(): Promise<ConsoleFiles> {
  const [manifest, page] = await Promise.all([readBuilt('manifest.json'), readBuilt('index.html')])
  const assets = new Map(Object.entries((JSON.parse(manifest) as Manifest).assets))
  return {
    page,
    asset(name) {
      const known = assets.get(name)
      if (!known) return undefined
      const encoded = (encoding: Encoding) => readFile(new URL(`assets/${name}${EXTENSIONS[encoding]}`, FOLDER))
      return { ...known, cacheControl: FOR_GOOD, encoded }
    },
  }
}

async function readBuilt(name: string): Promise<string> {
  try {
    return await readFile(new URL(name, FOLDER), 'utf8')
  } catch {
    throw new AppError('unavailable', 'The console was not built. Its operator builds it with: npm run console:build')
  }
}
