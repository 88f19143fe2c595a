import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { runScript } from './run-script.ts'
import { TOKEN } from './stand-in.ts'
import { test } from './with-service.ts'

/** Written in pieces: this process is no place for the whole file either. */
async function writeCsv(path: string, { rows, rowBytes }: { rows: number; rowBytes: number }): Promise<void> {
  const file = await open(path, 'w')
  await file.write('name,note,email\n')
  for (let row = 0; row < rows; row += 1000) {
    const lines = Array.from({ length: 1000 }, (_, index) => {
      const address = `user${row + index}@contoso.com\n`
      return `Ada,${''.padEnd(rowBytes - 5 - address.length, 'x')},${address}`
    })
    await file.write(lines.join(''))
  }
  await file.close()
}

/**
 * Prints its own peak in MB. The peak of the address space is requested where there is one, because the resource usage
 * of a new process starts at that of its parent.
 */
const clean = (source: string, origin: string) => `
  import { createReadStream, readFileSync } from 'node:fs'
  import { writeFile } from 'node:fs/promises'
  import { Mailsift } from '@mailsift/sdk'
  const mailsift = new Mailsift({ token: '${TOKEN}', baseUrl: '${origin}' })
  const { csv } = await mailsift.csv.clean(${source}, { emailColumn: 'email' })
  await writeFile('out.csv', csv)
  const peakKb = process.platform === 'linux'
    ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS
  console.log(Math.round(peakKb / 1024))
`

describe('a client that cleans a CSV stays within its memory limit', () => {
  const further = [['100,000 rows from a path', `'in.csv'`, { rows: 100_000, rowBytes: 100 }, 150]] as const
  test.for([
    ...(process.env.SYSTEM_TESTS === 'full' ? further : []),
    ['100,000 rows from a stream', `createReadStream('in.csv')`, { rows: 100_000, rowBytes: 100 }, 150],
    // Mostly chunks already sent: V8 collects them once some 64 MB have come together.
    ['50 MB from a path', `'in.csv'`, { rows: 100_000, rowBytes: 500 }, 180],
  ] as const)('%s', async ([name, source, shape, mostMb], { service, folder }) => {
    await writeCsv(join(folder, 'in.csv'), shape)
    // The first run fills the compile cache: reading TypeScript alone takes 40 MB.
    await runScript(folder, `import '@mailsift/sdk'`)
    const peakMb = Number(await runScript(folder, clean(source, service.origin)))
    console.info(`${name}: peak ${peakMb} MB`)
    expect(peakMb).toBeGreaterThan(0)
    expect(peakMb).toBeLessThanOrEqual(mostMb)
    expect((await stat(join(folder, 'out.csv'))).size).toBe((await stat(join(folder, 'in.csv'))).size + 'end'.length)
  })
})
