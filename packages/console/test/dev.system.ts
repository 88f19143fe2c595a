import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startProgram } from '../../server/test/support/program.ts'

const RUN = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url))
const DEV = fileURLToPath(new URL('../build/dev.ts', import.meta.url))

test('npm run dev serves the API and the console from their sources at one address', async () => {
  const { origin, output } = await startProgram({ command: [process.execPath, RUN, DEV], sharedDatabase: true })
  const textAt = async (path: string) => (await fetch(origin + path, { headers: { accept: 'text/html' } })).text()
  for (const path of ['/', '/files/01890a5d-ac96-774b-bcce-b302099a8057']) {
    const page = await textAt(path)
    expect(page).toContain('/@vite/client')
    expect(page).toContain('<base href="/"')
  }
  expect(await textAt('/main.tsx')).toContain('react')
  expect((await fetch(`${origin}/v1/emails/validate?email=a@b.co`)).status).toBe(401)
  // The link opens the page that reloads on changes, not the service behind it.
  expect(output()).toContain(`http://localhost:${new URL(origin).port}/#sign-in=`)
})
