#!/usr/bin/env node
// As npm starts it: on Node 24, whichever Node reads this, and with its compiled code kept, because from the second start
// on no TypeScript has to be read at all, which would take 40 MB.
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, fileURLToPath(new URL('../src/main.ts', import.meta.url)))
await import('../../../scripts/run.mjs')
