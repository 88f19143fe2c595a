#!/usr/bin/env node
// The entry point that npm installs. Starts the program on Node 24, whatever Node runs this file, and keeps the compile
// cache: from the second start on no TypeScript has to be read, which would take 40 MB.
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, fileURLToPath(new URL('../src/main.ts', import.meta.url)))
await import('../../../scripts/run.mjs')
