import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Bundles the SDK as a script that sets `window.sdk`. */
export async function bundle(): Promise<string> {
  const input = fileURLToPath(new URL('../src/index.ts', import.meta.url))
  const build = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await build.generate({ format: 'iife', name: 'sdk' })
  await build.close()
  return output[0].code
}
