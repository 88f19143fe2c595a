import { once } from 'node:events'
import type { Service } from '@mailsift/mcp'
import { defineCommand } from '../command.ts'
import { type Context, warn } from '../context.ts'
import { EXIT } from '../exit.ts'
import { findService, openClient } from '../service.ts'

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Let an assistant validate addresses and clean lists (Model Context Protocol)',
  description: `Speaks the Model Context Protocol on stdin and stdout, for an assistant that starts this program. It offers what the
service offers at /mcp, and clean_csv for lists on this machine. With a read token it offers nothing that writes.

clean_csv reads and writes only files below one folder: the current one, or that of --root. Where the program is started in the root
folder of the disk, as some assistants do, clean_csv is offered only with --root.

With --local nothing is sent to any service: addresses and lists are judged in this process, and nothing costs anything.`,
  options: {
    local: { type: 'boolean', help: 'Judge in this process: no server, no token, no look-ups' },
    root: { type: 'string', value: '<folder>', help: 'Folder of the lists for clean_csv; default: the current folder' },
  },
  examples: [
    { line: 'mcp', does: 'With the service that is found by itself' },
    { line: 'mcp --local --root ~/lists', does: 'Without any service, for the lists of one folder' },
  ],

  async run(context, _arguments, values) {
    const { createServer, Refusal, serveStdio } = await import('@mailsift/mcp')
    const { service, note } = values.local ? await offlineOffer(context, values) : await serviceOffer(context, values)
    const onFault = (error: unknown) => {
      warn(context, `A tool failed: ${(error as Error)?.stack ?? error}`)
      return new Refusal('internal', 'mailsift mcp failed; its stderr says more.')
    }
    const close = serveStdio(context, () => createServer({ service, note, onFault }))
    const ended = [once(context.stdin, 'end'), once(context.stdin, 'close'), once(context.signal, 'abort')]
    await Promise.race(ended.map((end) => end.catch(() => undefined)))
    await close()
    return EXIT.ok
  },
})

type Values = { server?: string | undefined; root?: string | undefined }

async function offlineOffer(context: Context, values: Values) {
  const [{ localService }, cleaning] = await Promise.all([
    import('../mcp/local.ts'),
    cleaningOffer(context, values, { local: true, server: undefined }),
  ])
  const service = { ...(await localService()), ...cleaning.service }
  return { service, note: ['Everything is judged on this machine: nothing costs units.', ...cleaning.notes].join(' ') }
}

async function cleaningOffer(
  context: Context,
  values: Values,
  where: { local: boolean; server: string | undefined },
): Promise<{ service: Partial<Service>; notes: string[] }> {
  const [{ cleaningService }, { openRoot }] = await Promise.all([
    import('../mcp/clean-file.ts'),
    import('../mcp/root.ts'),
  ])
  const root = await openRoot(values.root)
  if (root) return { service: cleaningService(context, { ...where, root }), notes: [] }
  return { service: {}, notes: ['clean_csv is not offered: mailsift mcp needs --root with the folder of the lists.'] }
}

async function serviceOffer(context: Context, values: Values) {
  const found = await findService(context, values)
  const mailsift = openClient(found)
  const { server } = found
  const token = found.token!
  const { remoteService, isReadToken } = await import('../mcp/remote.ts')
  const service = remoteService(mailsift, { server, token })
  if (isReadToken(token))
    return {
      service,
      note: 'Some tools are not offered. The token may only read; tools that write need one with ms_w_.',
    }
  const cleaning = await cleaningOffer(context, values, { local: false, server })
  return { service: { ...service, ...cleaning.service }, note: cleaning.notes.join(' ') || undefined }
}
