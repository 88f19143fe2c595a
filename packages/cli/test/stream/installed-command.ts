// `mailsift` on the test's PATH, where an engine finds it when it is installed.
import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { makeFolder } from '../support/folder.ts'
import { CLEAN_ENV, PROGRAM } from '../support/mailsift.ts'

export type Installed = { folder: string; path: string; env: NodeJS.ProcessEnv }

export async function installCommand(): Promise<Installed> {
  const folder = await makeFolder()
  const path = join(folder, 'mailsift')
  await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
  await chmod(path, 0o755)
  // Engines run as other users.
  await chmod(folder, 0o755)
  return { folder, path, env: { ...CLEAN_ENV, PATH: [folder, CLEAN_ENV.PATH].join(delimiter) } }
}
