import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program of this machine, if it is installed. */
export function findProgram(name: string): string | undefined {
  return process.env.PATH?.split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
