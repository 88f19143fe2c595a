// All addresses of a list, for commands that need nothing else from it.
import { readEntries } from '@mailsift/clean/entries'
import { openList } from '@mailsift/intake/list'
import type { Context } from '../context.ts'
import { usageError } from '../exit.ts'
import { loadLocalEngine } from '../local-engine.ts'
import { openInput } from './input.ts'

/** Reads every column that may contain addresses. */
export async function readAddresses(context: Context, file: string): Promise<string[]> {
  const [engine, input] = [await loadLocalEngine(), await openInput(context, file, false)]
  const list = await openList(input)
  const columns = list.candidates.filter(({ share }) => share > 0).map(({ index }) => index)
  if (columns.length === 0) throw usageError(`${input.name} contains no email addresses.`)
  const addresses: string[] = []
  const selection = { columns, repair: true, dedupe: false }
  for await (const batch of readEntries(engine, list, selection, async () => list))
    addresses.push(...batch.flatMap(({ address }) => address || []))
  return addresses
}
