// How much npm ci may bring. Held by scripts/install.test.ts, shown by npm run bench:install.
import { readFileSync } from 'node:fs'

type Locked = { link?: boolean; dev?: boolean; os?: string[]; cpu?: string[]; libc?: string[] }

/**
 * Packages as npm counts them, and megabytes on disk as du counts them: about a tenth more than Linux on x64 has, where the binaries are
 * largest (382 packages and 453 MB; production 283 and 395 MB).
 */
export const INSTALL_LIMITS = {
  full: { packages: 420, megabytes: 500 },
  production: { packages: 300, megabytes: 430 },
} as const
export type InstallKind = keyof typeof INSTALL_LIMITS

/** The packages that npm installs on a machine, our own workspaces included. */
export function countPackages(lockFile: string, kind: InstallKind, machine: { os: string; cpu: string }): number {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Locked> }
  const fits = ({ os, cpu, libc }: Locked) =>
    (!os || os.includes(machine.os)) && (!cpu || cpu.includes(machine.cpu)) && (!libc || libc.includes('glibc'))
  const installed = Object.entries(packages).filter(([path, locked]) => path.includes('node_modules/') && fits(locked))
  return installed.filter(([, { dev }]) => kind === 'full' || !dev).length
}
