/**
 * A folder outside the repository with what may not be in it: names and addresses of people, and lists of others. `QUALITY_CORPUS` names it.
 * Sets are split by source: `people/tuned` holds the sources that rules were chosen on, `people/held-out` those that are only counted.
 *
 *   people/tuned/*.tsv, people/held-out/*.tsv   name, tab, address
 *   sites.txt                                   popular sites, one domain per line
 *   disposable/before.txt                       names in the public lists on a day
 *   disposable/within-a-week/*.txt              what each daily list held a week later
 *   disposable/new/*.txt                        names that a list took up during that week
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

/** Authors of the held-out sources, each address once, without any that a tuned source has too. */
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

/** Programs and machines among commit authors. */
const NO_PERSON =
  /noreply|\[bot\]|\(none\)|localhost|\.local$|\.lan$|example|\.internal|@(?:bot|users\.github)|[.@]bot[.@]/
