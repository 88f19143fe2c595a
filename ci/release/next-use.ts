// A site of Next: a page that uses the packages in the browser, and the route handler of examples/sign-up, built and served.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../scripts/eventually.ts'
import { addPackages, type Project, runIn } from './project.ts'
import { freePort } from './service.ts'
import { ROOT } from './stage.ts'
import { TOOLS } from './tools.ts'

const FILES = (root: string) => ({
  'package.json': '{"private":true,"type":"module"}',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(root)} } }`,
  'app/layout.js': 'export default function Layout({ children }) { return <html><body>{children}</body></html> }',
  'app/page.js': `'use client'
    import { createEngine } from '@mailsift/engine'
    import { defineGuard } from '@mailsift/guard'
    import { Mailsift } from '@mailsift/sdk'
    export default function Page() { return <p>{[Mailsift, createEngine, defineGuard].map((each) => typeof each).join(' ')}</p> }`,
})

const START_TIMEOUT_MS = 300_000

export async function useInNext(project: Project): Promise<string> {
  const site = join(project.folder, 'site')
  mkdirSync(join(site, 'app', 'sign-up'), { recursive: true })
  for (const [file, text] of Object.entries(FILES(project.folder))) writeFileSync(join(site, file), text)
  const examples = join(ROOT, 'examples', 'sign-up')
  copyFileSync(join(examples, 'next-route.mjs'), join(site, 'app', 'sign-up', 'route.js'))
  copyFileSync(join(examples, 'refusal.mjs'), join(site, 'app', 'sign-up', 'refusal.mjs'))

  await addPackages(project, TOOLS.Next!)
  const next = join(project.folder, 'node_modules', 'next', 'dist', 'bin', 'next')
  const env = { ...project.env, NEXT_TELEMETRY_DISABLED: '1', CI: '1' }
  await runIn({ ...project, env }, process.execPath, [next, 'build', site])

  const port = String(await freePort())
  const child = spawn(process.execPath, [next, 'start', site, '-p', port, '-H', '127.0.0.1'], {
    cwd: project.folder,
    env,
    stdio: 'ignore',
  })
  try {
    await signUp(`http://127.0.0.1:${port}`, () => child.exitCode !== null)
  } finally {
    const exited = once(child, 'exit')
    if (child.exitCode === null && child.kill()) await exited
  }
  return 'a production build with a page, and the route handler of the example, which answered'
}

async function signUp(origin: string, hasEnded: () => boolean): Promise<void> {
  const body = new URLSearchParams({ email: 'ann.lee@gmial.com' })
  const answer = await eventually(
    () => {
      if (hasEnded()) throw new Error('the site did not start')
      return fetch(`${origin}/sign-up`, { method: 'POST', body }).catch(() => undefined)
    },
    { within: START_TIMEOUT_MS },
  )
  const said = await answer.text()
  if (answer.status !== 422 || said !== 'Did you mean ann.lee@gmail.com?') throw new Error(`${answer.status} ${said}`)
  const page = await (await fetch(origin)).text()
  if (!page.includes('function function function')) throw new Error(`the page is ${page.slice(0, 300)}`)
}
