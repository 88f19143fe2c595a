/**
 * A folder outside the repository for data that must not be committed: names and addresses of people, and third-party
 * lists. `QUALITY_CORPUS` names it. Sets are split by source: rules were chosen on `people/tuned`; `people/held-out` is
 * only measured.
 *
 *   people/tuned/*.tsv, people/held-out/*.tsv   name, tab, address
 *   sites.txt                                   popular sites, one domain per line
 *   disposable/before.txt                       names in the public lists on a given day
 *   disposable/within-a-week/*.txt              each daily list a week later
 *   disposable/new/*.txt                        names that a list added during that week
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Author = { readonly name: string; readonly address: string }
export type Corpus = { readonly folder: string }

export function openCorpus(folder = process.env.QUALITY_CORPUS): Corpus | undefined {
  if (!folder) return undefined
  if (!existsSync(folder)) throw new Error(`QUALITY_CORPUS names ${folder}, which does not exist.`)
  return { folder }
}

export function linesOf({ folder }: Corpus, ...path: string[]): string[] {
  const file = join(folder, ...path)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

export function filesOf({ folder }: Corpus, ...path: string[]): string[] {
  const at = join(folder, ...path)
  return existsSync(at) ? readdirSync(at).sort() : []
}

/** Authors of the held-out sources, each address once, without those that also occur in a tuned source. */
export function readHeldOutAuthors(corpus: Corpus): Author[] {
  const read = (set: string) =>
    filesOf(corpus, 'people', set).flatMap((file) =>
      linesOf(corpus, 'people', set, file).map((line) => {
        const [name = '', address = ''] = line.split('\t')
        return { name, address: address.toLowerCase() }
      }),
    )
  const seen = new Set(read('tuned').map(({ address }) => address))
  return read('held-out').filter(({ address }) => {
    if (address === '' || NO_PERSON.test(address) || seen.has(address)) return false
    seen.add(address)
    return true
  })
}

/** Bots among commit authors. */
const NO_PERSON =
  /noreply|\[bot\]|\(none\)|localhost|\.local$|\.lan$|example|\.internal|@(?:bot|users\.github)|[.@]bot[.@]/
