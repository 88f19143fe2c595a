export type Part = 'server' | 'console' | 'help' | 'guard'
export const INPUTS: Readonly<Record<Part, readonly string[]>>
export const PARTS: readonly Part[]
export const START_PARTS: readonly Part[]
export const PROGRAMS: readonly string[]
export function committedFolder(root: string, part: Part): string
export function freshFolder(root: string, part: Part): string
export function stampFile(folder: string): string
export function entryName(source: string): string
export function currentFolder(root: string, part: Part): string | undefined
export function digestOf(root: string, part: Part): string
