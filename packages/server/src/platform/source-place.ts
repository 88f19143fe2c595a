// Maps a position in a bundled program to its source. The map beside the file is read when it is first asked for.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

export type SourcePlace = { path: string; line: number; column: number }

const maps = new Map<string, SourceMap | undefined>()

/** Lines and columns count from 1. Undefined: the file has no map, or the position is in a third-party package. */
export function sourcePlace(url: string, line: number, column: number): SourcePlace | undefined {
  if (!maps.has(url)) maps.set(url, readMap(url))
  const entry = maps.get(url)?.findEntry(line - 1, column - 1)
  // The source map gives a place without a mapping the one before it, which stands on another line.
  if (!entry || !('originalSource' in entry) || entry.generatedLine !== line - 1) return undefined
  const { originalSource, originalLine, originalColumn } = entry
  return { path: fileURLToPath(new URL(originalSource, url)), line: originalLine + 1, column: originalColumn + 1 }
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')))
  } catch {
    return undefined
  }
}
