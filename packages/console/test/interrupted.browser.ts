// A slow list: the page asks for confirmation before it is left, continues after a network failure, and notifies when
// it is done.
import type { Dialog, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser, go, LEAVE_QUESTION, paste, validate } from './browser.ts'

const SUBMISSIONS = '**/v1/emails/bulk'
const LISTS = '**/account/lists/*'

/** Blocks the next submission until it is released. */
async function holdSubmission(page: Page): Promise<{ release(): Promise<void> }> {
  const held: Route[] = []
  await page.route(SUBMISSIONS, (route) => {
    held.push(route)
  })
  return {
    async release() {
      await expect.poll(() => held.length).toBe(1)
      await held[0]!.continue()
      await page.unroute(SUBMISSIONS)
    },
  }
}

/** Counts the page's permission requests and notifications; the browser's behavior is unchanged. */
const WATCH_NOTIFICATIONS = `(() => {
  window.requests = 0
  window.shown = []
  const Real = window.Notification
  window.Notification = class extends Real {
    constructor(title) {
      super(title)
      window.shown.push(title)
    }
    static requestPermission() {
      window.requests++
      return Real.requestPermission()
    }
  }
})()`

describeInBrowser(
  async () => ({}),
  (it) => {
    test('during an upload, leaving the page by a link or a reload needs confirmation, but not after it', async () => {
      const { page } = it
      await paste(page, 'ann.lee@contoso.com')
      const { release } = await holdSubmission(page)
      await validate(page)
      await page.getByText('Submitting').waitFor()
      const asked: string[] = []
      const stay = async (dialog: Dialog) => {
        asked.push(dialog.type())
        if (dialog.message() === LEAVE_QUESTION) await dialog.dismiss()
      }
      page.on('dialog', stay)
      await go(page, 'Lists')
      expect(asked).toEqual(['confirm'])
      await page.getByText('Submitting').waitFor()
      await release()
      await page.waitForURL('**/files/*')
      await page.reload()
      await go(page, 'Lists')
      await page.waitForURL('**/files')
      expect(asked).toEqual(['confirm'])

      await paste(page, 'bob.ray@contoso.com')
      await holdSubmission(page)
      await validate(page)
      await page.getByText('Submitting').waitFor()
      await page.reload()
      expect(asked).toEqual(['confirm', 'beforeunload'])
      await page.unroute(SUBMISSIONS)
      page.off('dialog', stay)
    })

    test('an upload without a network shows that, and continues when the network is back', async () => {
      const { page, context } = it
      await paste(page, 'eva.fox@contoso.com')
      await page.getByText('checked in your browser').waitFor()
      await context.setOffline(true)
      await validate(page)
      await page.getByText('The upload continues automatically when it is back').waitFor()
      await context.setOffline(false)
      await page.waitForURL('**/files/*')
      await page.getByRole('button', { name: 'Export 1 row' }).waitFor()
    })

    test('the console requests permission to notify only on a click, and notifies when the list is done', async () => {
      const { context } = it
      const page = await it.newPage()
      await context.grantPermissions(['notifications'], { origin: it.origin })
      await page.addInitScript(WATCH_NOTIFICATIONS)
      await page.goto(it.origin)
      await paste(page, 'cy.hill@contoso.com')
      await page.route(LISTS, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          json: { ...(await answer.json()), status: 'processing', processed: 0 },
        })
      })
      await validate(page)
      const button = page.getByRole('button', { name: 'Notify me when done' })
      await button.waitFor()
      expect(await page.evaluate('window.requests')).toBe(0)
      await button.click()
      await page.getByText('This browser notifies you').waitFor()
      expect(await page.evaluate('[window.requests, window.shown]')).toEqual([1, []])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await expect.poll(() => page.evaluate('window.shown')).toEqual(['pasted.txt: validation is done'])
      await page.close()
    })
  },
)
