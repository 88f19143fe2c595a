// The records of a list → its addresses one by one, with what the engine here says of each, and which are left out because
// another row has the same.
import type { Engine, Verdict } from '@mailsift/engine'
import { readCell } from '@mailsift/intake/cells'
import type { List } from '@mailsift/intake/list'
import type { Record } from '@mailsift/intake/records'
import { createShiftFinder } from '@mailsift/intake/shifted'
import { ageOf } from './age.ts'
import { createKeyTable, type KeyTable } from './keys.ts'

export type Entry = {
  record: Record
  /** Empty where the row has none. */
  address: string
  repairedFrom: string | undefined
  /** The field that it was found in, from 1, where that is not its column's. */
  foundIn: number | undefined
  verdict: Verdict
  /** 1 for the first address of the row. */
  ordinal: number
  /** How many the row has. */
  count: number
  /** Why it is left out. */
  dropped: 'duplicate' | 'excepted' | 'not_listed' | undefined
  isDuplicate: boolean
}

export type Selection = {
  columns: readonly number[]
  repair: boolean
  dedupe: boolean
  /** The column whose newest value is kept of duplicates. */
  newestBy?: number | undefined
  except?: KeyTable | undefined
  onlyIn?: KeyTable | undefined
}

const REPEATED_MAX_CHARACTERS = 64 * 1024

/** A row accompanies each of its addresses, unless that is more: a list in one line would grow with its square. */
export const isTooLongToRepeat = ({ record, count }: Entry) => record.raw.length * count > REPEATED_MAX_CHARACTERS

/** Duplicates are counted up to here also where they are not removed; beyond, memory would grow with the list. */
const COUNTED_KEYS_MAX = 1_000_000

/** `openAgain` reads the list from its beginning; used only to find the newest of duplicates. */
export async function* readEntries(
  engine: Pick<Engine, 'validate'>,
  list: List,
  selection: Selection,
  openAgain: () => Promise<List>,
): AsyncGenerator<Entry[], void> {
  const { dedupe, newestBy, except, onlyIn } = selection
  const newest =
    dedupe && newestBy !== undefined ? await findNewest(engine, await openAgain(), selection, newestBy) : undefined
  const keys = createKeyTable()
  let index = 0
  for await (const batch of readAll(engine, list, selection)) {
    for (const entry of batch) {
      const at = index++
      if (entry.address === '') {
        if (onlyIn) entry.dropped = 'not_listed'
        continue
      }
      const key = keyOf(entry)
      if (onlyIn && !onlyIn.has(key)) entry.dropped = 'not_listed'
      else if (except?.has(key)) entry.dropped = 'excepted'
      else if (newest) entry.isDuplicate = newest.kept[newest.keys.add(key)] !== at
      else if (dedupe || keys.size() < COUNTED_KEYS_MAX) {
        const before = keys.size()
        entry.isDuplicate = keys.add(key) < before
      }
      if (dedupe && entry.isDuplicate) entry.dropped = 'duplicate'
    }
    yield batch
  }
}

async function* readAll(
  engine: Pick<Engine, 'validate'>,
  list: List,
  selection: Selection,
): AsyncGenerator<Entry[], void> {
  const add = createEntryMaker(engine, list, selection)
  for await (const batch of list.records(selection.columns)) {
    const entries: Entry[] = []
    for (const record of batch) add(entries, record)
    yield entries
  }
}

/** The cells of a record are those of the selected columns first. */
function createEntryMaker(
  engine: Pick<Engine, 'validate'>,
  list: List,
  { columns, repair }: Selection,
): (entries: Entry[], record: Record) => void {
  const findShifted = createShiftFinder(list, columns, repair)

  const entryOf = (record: Record, address: string, ordinal: number): Entry => ({
    record,
    address,
    repairedFrom: undefined,
    foundIn: undefined,
    verdict: engine.validate(address),
    ordinal,
    count: 1,
    dropped: undefined,
    isDuplicate: false,
  })

  return (entries, record) => {
    const shifted = findShifted(record)
    if (shifted) {
      const { address, repairedFrom, foundIn } = shifted
      entries.push({ ...entryOf(record, address, 1), repairedFrom, foundIn })
      return
    }
    const start = entries.length
    for (let at = 0; at < columns.length; at++) {
      const cell = record.cells[at]
      if (cell === undefined || cell === '') continue
      for (const { address, repairedFrom } of readCell(cell, repair)) {
        const entry = entryOf(record, address, entries.length - start + 1)
        entry.repairedFrom = repairedFrom
        entries.push(entry)
      }
    }
    const count = entries.length - start
    if (count > 1) for (let at = start; at < entries.length; at++) entries[at]!.count = count
    if (count === 0) entries.push({ ...entryOf(record, '', 1), count: 0 })
  }
}

/** Whether the address had to be looked for: in its cell, or beside its column. */
export const isRepaired = ({ repairedFrom, foundIn }: Pick<Entry, 'repairedFrom' | 'foundIn'>) =>
  repairedFrom !== undefined || foundIn !== undefined

/** Two addresses that reach one mailbox have one key. */
function keyOf({ address, verdict }: Pick<Entry, 'address' | 'verdict'>): string {
  return verdict.ok ? `${verdict.normalizedLocal}@${verdict.domain.normalized}` : `!${address.toLowerCase()}`
}

/** The number of the entry with the newest cell, for each key; the first of several. */
async function findNewest(
  engine: Pick<Engine, 'validate'>,
  list: List,
  selection: Selection,
  newestBy: number,
): Promise<{ keys: KeyTable; kept: number[] }> {
  const keys = createKeyTable()
  const kept: number[] = []
  const ages: number[] = []
  let index = 0
  const columns = [...selection.columns, newestBy]
  const add = createEntryMaker(engine, list, selection)
  for await (const batch of list.records(columns)) {
    const entries: Entry[] = []
    for (const record of batch) add(entries, record)
    for (const entry of entries) {
      const at = index++
      if (entry.address === '') continue
      const number = keys.add(keyOf(entry))
      const age = ageOf(entry.record.cells[selection.columns.length] ?? '')
      if (number === kept.length || age > ages[number]!) {
        kept[number] = at
        ages[number] = age
      }
    }
  }
  return { keys, kept }
}

/** Everything that another list holds, to compare with. */
export async function readKeys(
  engine: Pick<Engine, 'validate'>,
  list: List,
  columns: readonly number[],
  keys = createKeyTable(),
): Promise<KeyTable> {
  for await (const batch of readAll(engine, list, { columns, repair: true, dedupe: false }))
    for (const entry of batch) if (entry.address) keys.add(keyOf(entry))
  return keys
}
