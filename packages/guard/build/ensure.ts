// Builds the script of the guard: a tenth of a second, so that it is simply built anew each time.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { SCRIPT_FILE } from './built.ts'

const input = fileURLToPath(new URL('../src/script.ts', import.meta.url))
const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent', transform: { target: 'es2022' } })
const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false })
await bundle.close()
mkdirSync(new URL('.', SCRIPT_FILE), { recursive: true })
writeFileSync(SCRIPT_FILE, output[0].code)
