#!/usr/bin/env node
// The administration under its own name, for shells: `npm run -s admin --` cannot be completed by TAB.
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, fileURLToPath(new URL('../src/admin.ts', import.meta.url)))
await import('../../../scripts/run.mjs')
