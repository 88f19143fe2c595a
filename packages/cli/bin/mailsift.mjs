#!/usr/bin/env node
// Plain JavaScript, so that from the second start on no TypeScript has to be read at all: that would take 40 MB.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('../src/main.ts')
