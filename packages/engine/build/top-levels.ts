// All top-level domains, from the public suffix list in tldts.
import { requirePackage } from './packages.ts'

/** All labels are concatenated into one text, in edge order; edges are in node order. */
type Trie = {
  readonly labelText: string
  readonly edgeLength: ArrayLike<number>
  readonly edgeStart: ArrayLike<number>
  readonly rulesRoot: number
}

export function readTopLevels(): string[] {
  const { labelText, edgeLength, edgeStart, rulesRoot } = requirePackage<Trie>('tldts/dist/cjs/src/data/trie.js')
  let end = 0
  const labels = Array.from(edgeLength, (length) => {
    end += length
    return labelText.slice(end - length, end)
  })
  const topLevels = labels
    .slice(edgeStart[rulesRoot]!, edgeStart[rulesRoot + 1]!)
    .filter((label) => /^[a-z0-9-]+$/.test(label))
  if (topLevels.length < 1000 || !topLevels.includes('com'))
    throw new Error('tldts no longer has its labels where they were.')
  return topLevels.sort()
}
