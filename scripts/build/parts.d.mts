export type Part = 'console' | 'help' | 'guard'
export const INPUTS: Readonly<Record<Part, readonly string[]>>
export const PARTS: readonly Part[]
export const START_PARTS: readonly Part[]
export function committedFolder(root: string, part: Part): string
export function freshFolder(root: string, part: Part): string
export function stampFile(folder: string): string
export function isUpToDate(root: string, part: Part): boolean
export function digestOf(root: string, part: Part): string
