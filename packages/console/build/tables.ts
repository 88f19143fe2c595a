// Two libraries of the engine carry tables as code: the public suffix list (tldts) and the mapping of IDNA (tr46). In a browser
// they are data: fetched beside the data of the engine, kept for good, and never compiled. Two others are not needed at all: the
// names of HTML's characters, which the reader of XML (htmlparser2) carries, and who runs which mail host, for a browser asks no
// name server.
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const SUFFIXES = /[\\/]tldts[\\/].*[\\/]trie\.js$/
const HTML_CHARACTERS = /[\\/]entities[\\/].*[\\/]decode-data-html\.js$/
const MAIL_HOSTS = /[\\/]engine[\\/]src[\\/]domain[\\/]lookup[\\/]mx-providers\.ts$/
const IDNA = /[\\/]tr46[\\/]lib[\\/]mappingTable\.json$/

/** The exports of the suffix list: numbers, texts and typed arrays. */
async function readSuffixes(): Promise<[name: string, value: unknown][]> {
  const path = new URL('../es6/src/data/trie.js', `file://${require.resolve('tldts')}`)
  return Object.entries(await import(path.href))
}

/** The text of the file that `engine-tables?url` leads to. */
export async function tablesText(): Promise<string> {
  const plain = (value: unknown) => (ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value)
  const suffixes = Object.fromEntries((await readSuffixes()).map(([name, value]) => [name, plain(value)]))
  return JSON.stringify({ suffixes, idna: require('tr46/lib/mappingTable.json') })
}

/** In place of the tables, where they are once the worker has fetched them; in place of those that are not needed, nothing. */
export function tablesAsData(): Plugin {
  return {
    name: 'tables-as-data',
    enforce: 'pre',
    async load(id) {
      if (IDNA.test(id)) return { code: 'module.exports = globalThis.engineTables.idna', moduleType: 'js' }
      if (HTML_CHARACTERS.test(id)) return 'export const htmlDecodeTree = new Uint16Array()'
      if (MAIL_HOSTS.test(id)) return 'export const providerOfMxHost = () => undefined'
      if (!SUFFIXES.test(id)) return undefined
      const lines = (await readSuffixes()).map(([name, value]) => {
        const table = `globalThis.engineTables.suffixes.${name}`
        return `export const ${name} = ${ArrayBuffer.isView(value) ? `${value.constructor.name}.from(${table})` : table}`
      })
      return lines.join('\n')
    },
  }
}
