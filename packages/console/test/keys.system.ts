// Signing out and in by keyboard only: each sign-out reloads the page, and each sign-in computes a slow hash.
import { expect, test } from 'vitest'
import { describeInBrowser, OWNER, PASSWORD } from './browser.ts'
import { goTo, isFocused, press, setPasswordByKeys, setUpSecondFactor, switchOffSecondFactor, type } from './by-keys.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    const signIn = async (...proofs: string[]) => {
      const { page } = it
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await type(page, page.getByLabel('Email address'), OWNER)
      await type(page, page.getByLabel('Password'), PASSWORD)
      await page.keyboard.press('Enter')
      for (const [at, proof] of proofs.entries()) {
        const code = page.getByLabel('Code', { exact: true })
        if (at === 0) await expect.poll(() => isFocused(code)).toBe(true)
        else await page.getByRole('alert').waitFor()
        await type(page, code, proof)
        await page.keyboard.press('Enter')
      }
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    }

    test('all sessions are ended, and the owner signs in again', async () => {
      const { page } = it
      await goTo(page, 's', 'Settings')
      await setPasswordByKeys(page)
      await press(page, page.getByRole('button', { name: 'Sign out everywhere' }).first())
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }))
      await signIn()
    })

    test('the second factor is set up, required by the next sign-in, and turned off', async () => {
      const { page } = it
      const { code, backupCodes } = await setUpSecondFactor(page)
      const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
      await press(page, signOut)
      // The code of the current half minute was already used.
      await signIn('no code', code(1))
      await press(page, signOut)
      await signIn('no code', backupCodes[0]!)
      await switchOffSecondFactor(page)
    })
  },
)
