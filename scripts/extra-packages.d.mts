export const EXTRA_FOLDERS: readonly string[]
export function isInstalled(folder: string): boolean
export function installExtra(folders: readonly string[]): void
export function requirePackages(): void
