// Processes that die while a page waits for them: the page continues, nothing is lost, nothing is counted twice.
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '../../server/test/stand-ins/dns-server.ts'
import { chooseFile, cleaned, describeProgramInBrowser, paste, unitsOf, untilSubmitted, validate } from './browser.ts'

/** Long enough for something to happen before the response. */
const SLOW = { MX: [[10, 'mx.answers.com']], NS: ['ns.answers.com'], delayMs: 1_500 } as const
const ZONE = { 'slow.com': SLOW, 'mx.answers.com': { A: ['93.184.216.34'] } }

let dns: DnsServer
afterAll(() => dns?.close())

describeProgramInBrowser(
  async () => {
    dns = await startDnsServer(ZONE)
    return { DNS_SERVERS: dns.address, DNS_TIMEOUT_MS: '4000', DNS_TRIES: '2', LOOKUP_PATIENCE_MS: '0' }
  },
  (it) => {
    const kill = async (role: 'api' | 'worker') => {
      const before = (await it.program.pids())[role]
      for (const pid of before) process.kill(pid, 'SIGKILL')
    }

    test('the page waits for an API killed before the upload, and continues', async () => {
      const { page } = it
      const before = await unitsOf(page)
      await paste(page, 'ann.lee@contoso.com\nbob.ray@contoso.com')
      await page.getByText('checked in your browser').waitFor()
      await kill('api')
      await validate(page)
      await untilSubmitted(page)
      await page.getByRole('button', { name: 'Export 2 rows' }).waitFor()
      await expect.poll(() => unitsOf(page)).toBe(before + 2)
    })

    test('API and worker killed during validation: the page reports it and then shows the results, counted once', async () => {
      const { page } = it
      const before = await unitsOf(page)
      await chooseFile(page, 'killed.csv', Buffer.from('email\nann.lee@slow.com\n'))
      await validate(page, { withDomains: true })
      await page.waitForURL('**/files/*')
      await Promise.all([kill('worker'), kill('api')])
      await cleaned(page, ['ann.lee@slow.com,safe,ok,'])
      await expect.poll(() => unitsOf(page)).toBe(before + 1)
    })
  },
)
