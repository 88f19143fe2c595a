import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { runScript } from './run-script.ts'
import { TOKEN } from './stand-in.ts'
import { test } from './with-service.ts'

const SDK = fileURLToPath(new URL('../src/index.ts', import.meta.url))

/** Loads the client into a context with web globals only, without Node, and uses all of it except paths. */
const bareContext = (origin: string) => `
  import { readFileSync } from 'node:fs'
  import { stripTypeScriptTypes } from 'node:module'
  import { dirname, join } from 'node:path'
  import { createContext, SourceTextModule } from 'node:vm'

  const web = { AbortController, AbortSignal, Blob, Headers, ReadableStream, Response, TextEncoder, URL }
  const context = createContext({ ...web, console, crypto, fetch, setTimeout, clearTimeout })
  const load = (file) =>
    new SourceTextModule(stripTypeScriptTypes(readFileSync(file, 'utf8')), { context, identifier: file })
  const loaded = new Map()
  const link = (specifier, { identifier }) => {
    const folder = dirname(identifier)
    const file = { '@mailsift/sdk': ${JSON.stringify(SDK)}, '#files': join(folder, 'files-none.ts') }[specifier] ?? join(folder, specifier)
    if (!loaded.has(file)) loaded.set(file, load(file))
    return loaded.get(file)
  }

  const program = new SourceTextModule(
    \`
    import { Mailsift } from '@mailsift/sdk'
    const mailsift = new Mailsift({ token: '${TOKEN}', baseUrl: '${origin}' })
    console.log(typeof process, typeof Buffer, typeof require)
    await mailsift.validate('a@contoso.com')
    const job = await mailsift.bulk.wait((await mailsift.bulk.submit(['a@contoso.com'])).id)
    for await (const item of mailsift.bulk.items(job.id)) console.log(item.input)
    const file = new Blob(['email,\\\\n'])
    for (const source of [file, file.stream()]) {
      const { csv } = await mailsift.csv.clean(source, { emailColumn: 'email' })
      console.log(await new Response(csv).text())
    }
    \`,
    { context, identifier: 'program' },
  )
  await program.link(link)
  await program.evaluate()
`

test('everything except paths works without Node', async ({ service, folder }) => {
  const output = await runScript(folder, bareContext(service.origin), {
    nodeOptions: ['--experimental-vm-modules'],
  })
  expect(output).toBe('undefined undefined undefined\na@contoso.com\nemail,\nend\nemail,\nend\n')
})
