import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const input = fileURLToPath(new URL('../src/script.ts', import.meta.url))

/** The script that an instance serves to pages of others. */
export async function buildGuard(folder: string): Promise<void> {
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent', transform: { target: 'es2022' } })
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false })
  await bundle.close()
  await writeFile(join(folder, 'guard.js'), output[0].code)
}
