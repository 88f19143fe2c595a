// The admin area for operators.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findUserOf } from '../../server/src/accounts/accounts.ts'
import { setOperator } from '../../server/src/identity/identity.ts'
import { findFaults } from './axe.ts'
import { describeInBrowser, go, OWNER } from './browser.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test('users without the permission see neither the menu entry nor the pages', async () => {
      const { id } = (await findUserOf(it.db, OWNER))!
      await setOperator(it.db, id, false)
      const page = await it.newPage()
      await page.goto(`${it.origin}/admin`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      expect(await page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)
    })

    test('an operator sees accounts, retries and deletes quarantined tasks, and finds the events in the audit log', async () => {
      const { id } = (await findUserOf(it.db, OWNER))!
      await setOperator(it.db, id, true)
      await sql`
        INSERT INTO quarantine (task, payload, interruptions, reason)
        VALUES ('lists.refresh', '{"try":1}', 3, 'blocked its event loop'), ('lists.refresh', '{"try":2}', 3, 'ran out of memory')`.execute(
        it.db,
      )
      const page = await it.newPage()
      await page.goto(it.origin)
      await go(page, 'Admin')
      await page.getByRole('heading', { name: 'Disposable domain lists' }).waitFor()
      expect(await findFaults(page)).toEqual([])

      await page.getByRole('tab', { name: 'Accounts' }).click()
      await page.getByText('1 account').waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.getByLabel('Search accounts').fill('nobody')
      await page.getByLabel('Search accounts').press('Enter')
      await page.getByText('No account found').waitFor()

      await page.getByRole('tab', { name: 'Quarantined tasks' }).click()
      await page.getByText('ran out of memory').waitFor()
      expect(await findFaults(page)).toEqual([])
      await page
        .getByRole('button', { name: /^Retry task/ })
        .first()
        .click()
      await page.getByText('blocked its event loop').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /^Delete task/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No tasks in quarantine').waitFor()

      await page.getByRole('tab', { name: 'Audit log' }).click()
      await page.getByText('task discarded').waitFor()
      await page.getByText('task retried').waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.getByRole('link', { name: OWNER }).first().click()
      await page.getByRole('heading', { name: 'Members' }).waitFor()
      expect(await findFaults(page)).toEqual([])
    })
  },
)
