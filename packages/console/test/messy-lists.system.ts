// Every messy list, from its file to the export, byte for byte.
import { expect, test } from 'vitest'
import { cleanFile, describeInBrowser } from './browser.ts'
import { MESSY_LISTS } from './lists.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test.each(MESSY_LISTS)('$name is exported as expected, byte for byte', async ({ name, bytes, expected }) => {
      expect(await cleanFile(it.page, name, bytes)).toBe(expected)
    })
  },
)
