import { readKept, writeKept } from './kept.ts'

export type ListOptionValues = { dedupe: boolean; fixTypos: boolean }

const KEY = 'mailsift.list-options'

/** The options last used in this browser, for lists and for exports. */
export function keptOptions(): ListOptionValues {
  const { dedupe, fixTypos } = readKept(KEY)
  return { dedupe: dedupe !== false, fixTypos: fixTypos === true }
}

export const keepOptions = (options: Partial<ListOptionValues>) => writeKept(KEY, { ...keptOptions(), ...options })
