// Whatever can happen to a console that is open in several tabs, or whose session ends on any page; faults.test.ts has one of each kind.
import { expect, test } from 'vitest'
import {
  chooseFile,
  cleaned,
  END_SESSIONS,
  go,
  OWNER,
  paste,
  setPassword,
  signInAgain,
  unitsOf,
  validate,
} from './browser.ts'
import { describeSlowService } from './slow-service.ts'

describeSlowService((it, { slowList }) => {
  test('the same list submitted in two tabs at once is one group, counted once', async () => {
    const before = await unitsOf(it.page)
    const tabs = [it.page, await it.newPage()]
    const { text, rows } = slowList()
    await tabs[1]!.goto(`${it.origin}/clean`)
    for (const tab of tabs) {
      await paste(tab, text)
      await tab.getByText('judged in this browser').waitFor()
    }
    await Promise.all(tabs.map((tab) => validate(tab, { withDomains: true })))
    await Promise.all(tabs.map((tab) => tab.waitForURL('**/files/*')))
    const results = tabs[0]!.url()
    expect(tabs[1]!.url()).toBe(results)
    await cleaned(tabs[0]!, rows)
    await cleaned(tabs[1]!, rows)
    await paste(tabs[1]!, text)
    const known = tabs[1]!.getByRole('link', { name: 'Open its results' })
    expect(new URL((await known.getAttribute('href'))!, results).href).toBe(results)
    await tabs[1]!.close()
    await expect.poll(() => unitsOf(it.page)).toBe(before + 2)
  })

  test('what was refused for want of a session comes by itself once signed in, on every page', async () => {
    const { page } = it
    await setPassword(page)
    await chooseFile(page, 'domains.csv', Buffer.from('email\nann.lee@contoso.com\n'))
    await validate(page)
    await page.getByRole('button', { name: 'Save 1 row' }).waitFor()
    await page.evaluate(END_SESSIONS)
    await go(page, 'Tokens')
    await signInAgain(page, OWNER)
    await page.getByRole('rowheader', { name: 'Data folder' }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await go(page, 'Files and jobs')
    const download = page.getByRole('button', { name: 'Download domains.csv' })
    await download.waitFor()
    await page.evaluate(END_SESSIONS)
    await download.click()
    await signInAgain(page, OWNER)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await Promise.all([page.waitForEvent('download'), download.click()])
  })
})
