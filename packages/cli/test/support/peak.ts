// The peak memory of a process of the command, reported when it exits.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** VmHWM on Linux, because maxRSS of a new process starts at its parent's peak. */
const REPORT_PEAK = `
import { readFileSync, writeSync } from 'node:fs'
process.on('exit', () => {
  const peakKb = process.platform === 'linux'
    ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS
  const { user, system } = process.cpuUsage()
  writeSync(2, 'cpu ' + Math.round((user + system) / 1000) + ' peak ' + Math.round(peakKb / 1024))
})
`

/** Node options that make a process print its peak at the end of stderr; `folder` stores what they need. */
export async function reportPeak(folder: string): Promise<string[]> {
  const path = join(folder, 'report-peak.mjs')
  await writeFile(path, REPORT_PEAK)
  return ['--import', path]
}

export function readPeak(stderr: string): { cpuMs: number; peakMb: number } {
  const [, cpuMs, peakMb] = /cpu (\d+) peak (\d+)$/.exec(stderr) ?? []
  return { cpuMs: Number(cpuMs), peakMb: Number(peakMb) }
}
