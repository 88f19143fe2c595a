// How much memory a process of the command takes at most, as it reports when it ends.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The peak of the address space on Linux, because that of a new process starts at its parent's. */
const TELL_PEAK = `
import { readFileSync, writeSync } from 'node:fs'
process.on('exit', () => {
  const peakKb = process.platform === 'linux'
    ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS
  const { user, system } = process.cpuUsage()
  writeSync(2, 'cpu ' + Math.round((user + system) / 1000) + ' peak ' + Math.round(peakKb / 1024))
})
`

/** Options of Node that make a process tell its peak at the end of stderr; `folder` keeps what they need. */
export async function tellPeak(folder: string): Promise<string[]> {
  const path = join(folder, 'tell-peak.mjs')
  await writeFile(path, TELL_PEAK)
  return ['--import', path]
}

export function readPeak(stderr: string): { cpuMs: number; peakMb: number } {
  const [, cpuMs, peakMb] = /cpu (\d+) peak (\d+)$/.exec(stderr) ?? []
  return { cpuMs: Number(cpuMs), peakMb: Number(peakMb) }
}
