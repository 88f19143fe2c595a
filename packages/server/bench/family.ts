// A process and all that descend from it, as Linux tells of them.
import { readdirSync, readFileSync } from 'node:fs'

export function familyOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = /\) . (\d+)/.exec(readProc(`/proc/${entry}/stat`))?.[1]
    if (parent) parents.set(Number(entry), Number(parent))
  }
  const descends = (pid: number): boolean => pid === root || (parents.has(pid) && descends(parents.get(pid)!))
  return [...parents.keys()].filter(descends)
}

/** Empty if the process has ended. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
