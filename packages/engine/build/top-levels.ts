// All top-level domains, out of the public suffix list that tldts holds.
import { parse } from 'tldts'
import { ICANN_ONLY } from '../src/registrable-domain.ts'
import { requirePackage } from './packages.ts'

type Trie = { readonly labelText: string; readonly edgeLength: ArrayLike<number> }

/** tldts keeps the labels of all suffixes in one text; which of them are top-level domains it says itself. */
export function readTopLevels(): string[] {
  const { labelText, edgeLength } = requirePackage<Trie>('tldts/dist/cjs/src/data/trie.js')
  let end = 0
  const labels = Array.from(edgeLength, (length) => {
    end += length
    return labelText.slice(end - length, end)
  })
  const topLevels = [...new Set(labels)].filter(
    (label) => /^[a-z0-9-]+$/.test(label) && parse(`a.b.${label}`, ICANN_ONLY).isIcann === true,
  )
  if (topLevels.length < 1000) throw new Error('tldts no longer has its labels where they were.')
  return topLevels.sort()
}
