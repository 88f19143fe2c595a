// npm run docs:dev: the documentation site with reload on change.
import { watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { createServer } from 'vitepress'
import { stage } from './stage.ts'

const HELP = dirname(import.meta.dirname)
const ROOT = dirname(dirname(HELP))
const restage = () => {
  for (const link of stage(ROOT, join(HELP, '.pages'))) console.error(`This link leads nowhere: ${link}`)
}

restage()
const server = await createServer(join(HELP, 'site'))
await server.listen()
server.printUrls()
for (const folder of ['docs', 'packages'])
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    if (name?.endsWith('.md') && !name.includes('.pages') && !name.includes('node_modules')) restage()
  })
