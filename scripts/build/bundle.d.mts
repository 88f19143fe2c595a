export const PROGRAMS: readonly string[]
export function entryName(source: string): string
export function bundledProgram(root: string, file: string): string | undefined
export function currentBundle(root: string): string | undefined
export function digestOfBundle(root: string): string
export function placeInClone(root: string): string
export function removeStaleBundles(place: string, currentDigest: string): void
