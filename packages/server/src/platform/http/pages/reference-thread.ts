// Reads the script of the API reference out of the package that brings it: a string literal of four megabytes inside a
// module. In a thread, because reading the literal takes a fifth of a second.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'

const LITERAL_BEGINS = '\nvar standalone_default = '

const module = await readFile(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference')), 'utf8')
const start = module.indexOf(LITERAL_BEGINS)
if (start < 0) throw new Error('The package @scalar/fastify-api-reference does not hold its script where it did.')
const literal = module.slice(start + LITERAL_BEGINS.length, module.indexOf('\n', start + LITERAL_BEGINS.length))
const script = new TextEncoder().encode(runInNewContext(literal))
parentPort!.postMessage(script, [script.buffer])
