// The records of a list → its addresses one by one, with the local engine's verdict and whether they are removed
// because another row has the same address.
import type { Engine, Verdict } from '@mailsift/engine'
import { readCell } from '@mailsift/intake/cells'
import type { List } from '@mailsift/intake/list'
import type { Record } from '@mailsift/intake/records'
import { createShiftFinder } from '@mailsift/intake/shifted'
import { ageOf } from './age.ts'
import { createKeyTable, type KeyTable } from './keys.ts'

export type Entry = {
  record: Record
  /** Empty if the row has none. */
  address: string
  repairedFrom: string | undefined
  /** The misspelled address that it replaces. */
  correctedFrom: string | undefined
  /** The one-based field where it was found, if that is not its column's. */
  foundIn: number | undefined
  verdict: Verdict
  /** 1 for the first address of the row. */
  ordinal: number
  /** The number of addresses in the row. */
  count: number
  /** Why it was removed. */
  dropped: 'duplicate' | 'excepted' | 'not_listed' | undefined
  isDuplicate: boolean
}

export type Selection = {
  columns: readonly number[]
  repair: boolean
  /** The address that replaces a misspelled one; empty if none does. */
  correct?: ((address: string, verdict: Verdict) => string) | undefined
  /** Keeps one row per mailbox: the one with the most filled cells, or the first of several. */
  dedupe: boolean
  /** Keeps the row with the newest value in this column instead. */
  newestBy?: number | undefined
  except?: KeyTable | undefined
  onlyIn?: KeyTable | undefined
}

const REPEATED_MAX_CHARACTERS = 64 * 1024

/**
 * Each of a row's addresses gets a copy of the row, unless that is too long: a list in one line would grow
 * quadratically.
 */
export const isTooLongToRepeat = ({ record, count }: Entry) => record.raw.length * count > REPEATED_MAX_CHARACTERS

/** Duplicates are also counted if they are not removed, up to this many; beyond that, memory would grow with the list. */
const COUNTED_KEYS_MAX = 1_000_000

/** `openAgain` reads the list from its beginning; used only to choose which duplicate to keep. */
export async function* readEntries(
  engine: Pick<Engine, 'validate'>,
  list: List,
  selection: Selection,
  openAgain: () => Promise<List>,
): AsyncGenerator<Entry[], void> {
  const { dedupe, except, onlyIn } = selection
  // Rows with a single column are equally good.
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

/** The cells of a record start with those of the selected columns. */
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

/** Whether the address had to be extracted from its cell, or found next to its column. */
export const isRepaired = ({ repairedFrom, foundIn }: Pick<Entry, 'repairedFrom' | 'foundIn'>) =>
  repairedFrom !== undefined || foundIn !== undefined

/** Addresses with the same mailbox have the same key. */
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

/** All addresses of another list, to compare with. */
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
