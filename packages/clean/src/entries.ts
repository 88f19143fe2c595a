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
  /** The misspelled address that it replaces. */
  correctedFrom: string | undefined
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
  /** The address that replaces a misspelled one; empty where none does. */
  correct?: ((address: string, verdict: Verdict) => string) | undefined
  /** Keeps one row per mailbox: the one with the most filled cells, or the first of several. */
  dedupe: boolean
  /** Keeps the row with the newest value in this column instead. */
  newestBy?: number | undefined
  except?: KeyTable | undefined
  onlyIn?: KeyTable | undefined
}

const REPEATED_MAX_CHARACTERS = 64 * 1024

/** A row accompanies each of its addresses, unless that is more: a list in one line would grow with its square. */
export const isTooLongToRepeat = ({ record, count }: Entry) => record.raw.length * count > REPEATED_MAX_CHARACTERS

/** Duplicates are counted up to here also where they are not removed; beyond, memory would grow with the list. */
const COUNTED_KEYS_MAX = 1_000_000

/** `openAgain` reads the list from its beginning; used only to find the row to keep of duplicates. */
export async function* readEntries(
  engine: Pick<Engine, 'validate'>,
  list: List,
  selection: Selection,
  openAgain: () => Promise<List>,
): AsyncGenerator<Entry[], void> {
  const { dedupe, except, onlyIn } = selection
  // Rows of one column are as good as each other.
  const best = dedupe && list.names.length > 1 ? await findBest(engine, await openAgain(), selection) : undefined
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
      else if (best) entry.isDuplicate = best.kept[best.keys.add(key)] !== at
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
  { columns, repair, correct }: Selection,
): (entries: Entry[], record: Record) => void {
  const findShifted = createShiftFinder(list, columns, repair)

  function entryOf(record: Record, found: string, ordinal: number): Entry {
    const verdict = engine.validate(found)
    const corrected = found === '' ? '' : (correct?.(found, verdict) ?? '')
    return {
      record,
      address: corrected || found,
      repairedFrom: undefined,
      correctedFrom: corrected ? found : undefined,
      foundIn: undefined,
      verdict: corrected ? engine.validate(corrected) : verdict,
      ordinal,
      count: 1,
      dropped: undefined,
      isDuplicate: false,
    }
  }

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

/** The number of the entry to keep for each key: the newest, or the one whose row has the most filled cells. */
async function findBest(
  engine: Pick<Engine, 'validate'>,
  list: List,
  selection: Selection,
): Promise<{ keys: KeyTable; kept: number[] }> {
  const { columns, newestBy } = selection
  const others = [...list.names.keys()].filter((at) => !columns.includes(at))
  const scoreOf = (cells: Record['cells']) => (newestBy === undefined ? filledOf(cells) : ageOf(cells.at(-1) ?? ''))
  const keys = createKeyTable()
  const kept: number[] = []
  const scores: number[] = []
  let index = 0
  const add = createEntryMaker(engine, list, selection)
  for await (const batch of list.records([...columns, ...(newestBy === undefined ? others : [newestBy])])) {
    const entries: Entry[] = []
    for (const record of batch) add(entries, record)
    for (const entry of entries) {
      const at = index++
      if (entry.address === '') continue
      const number = keys.add(keyOf(entry))
      const score = scoreOf(entry.record.cells)
      if (number === kept.length || score > scores[number]!) {
        kept[number] = at
        scores[number] = score
      }
    }
  }
  return { keys, kept }
}

const filledOf = (cells: Record['cells']) =>
  cells.reduce((count, cell) => count + (cell !== undefined && cell.trim() !== '' ? 1 : 0), 0)

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
