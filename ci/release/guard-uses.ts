// The guard as others get it: from its tarball, in a page without a framework and in projects of React and Vue that Vite builds. Every
// page has the strictest policy that still lets it load its own scripts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { CHROMIUM } from '../../packages/intake/test/chromium.ts'
import { addPackages, type Project, requireFrom, runIn } from './project.ts'
import { TOOLS } from './tools.ts'

const DATA = "import data from '@mailsift/guard/data/guard.bin?url'"

const PLAIN = {
  'main.js': `
    import { defineGuard } from '@mailsift/guard'
    ${DATA}
    defineGuard({ data })
  `,
  'index.html': `<!doctype html><title>plain</title>
    <form action="/sent"><mailsift-guard><input type="email" name="email"></mailsift-guard><button id="send">Send</button></form>
    <script type="module" src="./main.js"></script>`,
}

const APP_PAGE = '<!doctype html><title>app</title><div id="app"></div><script type="module" src="./main.jsx"></script>'

/** Controlled, as forms in React are: what the guard puts in must reach the state, or React takes it out again. */
const REACT = {
  'main.jsx': `
    import { defineGuard } from '@mailsift/guard'
    import { StrictMode, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    ${DATA}
    defineGuard({ data })
    function Form() {
      const [email, setEmail] = useState('')
      return (
        <form action="/sent">
          <mailsift-guard>
            <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
          </mailsift-guard>
          <input type="hidden" name="email" value={email} />
          <button id="send">Send</button>
        </form>
      )
    }
    createRoot(document.querySelector('#app')).render(<StrictMode><Form /></StrictMode>)
  `,
  'index.html': APP_PAGE,
}

const VUE = {
  'main.js': `
    import { defineGuard } from '@mailsift/guard'
    import { createApp } from 'vue'
    import Form from './Form.vue'
    ${DATA}
    defineGuard({ data })
    createApp(Form).mount('#app')
  `,
  'Form.vue': `
    <script setup>
    import { ref } from 'vue'
    const email = ref('')
    </script>
    <template>
      <form action="/sent">
        <mailsift-guard><input type="email" v-model="email"></mailsift-guard>
        <input type="hidden" name="email" :value="email">
        <button id="send">Send</button>
      </form>
    </template>
  `,
  'index.html': APP_PAGE.replace('main.jsx', 'main.js'),
}

const SITES = { plain: PLAIN, react: REACT, vue: VUE } as const

const CONFIG = (vue: string) => `
  import vue from ${JSON.stringify(vue)}
  export default {
    plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'mailsift-guard' } } })],
    oxc: { jsx: { runtime: 'automatic' } },
    build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  }
`

/** By Vite's own command, as a person builds a site. */
async function buildSite(project: Project, tools: string, name: string, files: Readonly<Record<string, string>>) {
  const root = join(project.folder, `guard-${name}`)
  mkdirSync(root, { recursive: true })
  const vue = pathToFileURL(requireFrom(tools).resolve('@vitejs/plugin-vue')).href
  for (const [file, text] of Object.entries({ ...files, 'vite.config.mjs': CONFIG(vue) }))
    writeFileSync(join(root, file), text)
  const vite = join(tools, 'node_modules', 'vite', 'bin', 'vite.js')
  await runIn(project, process.execPath, [vite, 'build', root, '--logLevel', 'error'])
  return join(root, 'dist')
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'self'; require-trusted-types-for 'script'"

/** Serves the folder, with the policy; `use` gets its origin. */
async function serving<Answer>(folder: string, use: (origin: string) => Promise<Answer>): Promise<Answer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://page')
    if (pathname === '/sent') return response.end('sent')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    if (!existsSync(file)) return response.writeHead(404).end()
    response.setHeader('content-security-policy', POLICY)
    return response
      .setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
      .end(readFileSync(file))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** A slip is typed, the suggestion taken up by a click, and the form sends what was meant. */
async function fillIn(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // Browsers request an icon on their own.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) problems.push(message.text())
  })
  await page.goto(origin)
  await page.locator('mailsift-guard input').focus()
  await page.locator('mailsift-guard input').pressSequentially('ann.lee@gmial.com')
  await takeUp(page).catch((error) => {
    throw new Error([error.message, ...problems].join('\n'))
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  await page.close()
}

async function takeUp(page: Page): Promise<void> {
  await page.locator('mailsift-guard button[part=suggestion]').click({ timeout: 300_000 })
  await page.click('#send')
  await page.waitForURL('**/sent?email=ann.lee%40gmail.com', { timeout: 300_000 })
}

export async function useGuard(project: Project, tools: string): Promise<string> {
  if (!CHROMIUM) throw new Error('no Chromium')
  // Without Vite and its plugin, which are used from the tools' folder: their own parts are not pinned in this project.
  const frameworks = TOOLS['Vite, React and Vue']!.filter((name) => !name.includes('vite'))
  await addPackages(project, frameworks)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    for (const [name, files] of Object.entries(SITES)) {
      const folder = await buildSite(project, tools, name, files)
      await serving(folder, (origin) => fillIn(browser, origin)).catch((error) => {
        throw new Error(`${name}: ${error.message}`)
      })
    }
    return `${Object.keys(SITES).join(', ')} in Chromium ${browser.version()}, under require-trusted-types-for`
  } finally {
    await browser.close()
  }
}
