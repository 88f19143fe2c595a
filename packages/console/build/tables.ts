// Two libraries of the engine contain tables as code: the public suffix list (tldts) and the IDNA mapping (tr46). In a
// browser they are data: fetched like the engine's data, cached forever, and never compiled. Two other tables are not
// needed: the names of HTML entities in the XML parser (htmlparser2), and the providers of mail hosts, because a
// browser makes no DNS queries.
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const SUFFIXES = /[\\/]tldts[\\/].*[\\/]trie\.js$/
const HTML_CHARACTERS = /[\\/]entities[\\/].*[\\/]decode-data-html\.js$/
const MAIL_HOSTS = /[\\/]engine[\\/]src[\\/]domain[\\/]lookup[\\/]mx-providers\.ts$/
const IDNA = /[\\/]tr46[\\/]lib[\\/]mappingTable\.json$/

/** The exports of the suffix list: numbers, strings and typed arrays. */
async function readSuffixes(): Promise<[name: string, value: unknown][]> {
  const path = new URL('../es6/src/data/trie.js', `file://${require.resolve('tldts')}`)
  return Object.entries(await import(path.href))
}

/** The text of the file that `engine-tables?url` points to. */
export async function tablesText(): Promise<string> {
  const plain = (value: unknown) => (ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value)
  const suffixes = Object.fromEntries((await readSuffixes()).map(([name, value]) => [name, plain(value)]))
  return JSON.stringify({ suffixes, idna: require('tr46/lib/mappingTable.json') })
}

/**
 * Replaces the tables by a reference to where the worker puts them once fetched; tables that are not needed become
 * empty.
 */
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
