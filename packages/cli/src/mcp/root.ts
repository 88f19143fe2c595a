// The root folder of clean_csv. A text that an assistant reads can talk it into naming any path, so the person who
// starts the program chooses a folder, and no file outside of it is read, written or revealed.
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path'
import { usageError } from '../exit.ts'

export type Root = {
  /** The path with symbolic links resolved. Refuses one outside the folder, whether it exists or not. */
  inside(path: string): Promise<string>
}

/** Undefined if no folder was given and the current one is the root of the disk. */
export async function openRoot(given: string | undefined): Promise<Root | undefined> {
  if (given === '') throw usageError('--root needs the folder of your lists.')
  const folder = await realpath(given ?? '.')
  if (!(await stat(folder)).isDirectory()) throw usageError(`--root: ${given} is not a folder.`)
  if (folder === parse(folder).root) {
    if (given === undefined) return undefined
    throw usageError('--root needs the folder of your lists, not the whole disk.')
  }
  return {
    async inside(path) {
      const real = await realPathOf(resolve(folder, path))
      if (isBelow(folder, real)) return real
      throw usageError(
        `${path} is outside of ${folder}. clean_csv uses only files below that folder; to use another, start mailsift mcp with --root.`,
      )
    },
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Also works for a file that does not exist yet. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(await realPathOf(folder), basename(path))
  }
}
