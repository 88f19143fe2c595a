import { once } from 'node:events'
import type { Service } from '@mailsift/mcp'
import { defineCommand } from '../command.ts'
import { type Context, warn } from '../context.ts'
import { EXIT } from '../exit.ts'
import { findService, openClient } from '../service.ts'

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Let an assistant validate addresses and clean lists (Model Context Protocol)',
  description: `Runs a Model Context Protocol server on stdin and stdout, for an assistant that starts this program. It has the tools
of the service at /mcp, plus clean_csv for lists on this machine. With a read-only token, tools that write are not available.

clean_csv reads and writes only files below one folder: the current one, or the one of --root. Some assistants start
programs in the root folder of the disk; clean_csv then needs --root.

With --local, nothing is sent to a service: addresses and lists are checked in this process, free of charge.`,
  options: {
    local: { type: 'boolean', help: 'Check in this process, without a server, a token or domain checks' },
    root: {
      type: 'string',
      value: '<folder>',
      help: 'Folder with the lists for clean_csv. Default: the current folder',
    },
  },
  examples: [
    { line: 'mcp', does: 'Use the configured service' },
    { line: 'mcp --local --root ~/lists', does: 'Work offline with the lists of one folder' },
  ],

  async run(context, _arguments, values) {
    const { createServer, Refusal, serveStdio } = await import('@mailsift/mcp')
    const offer = values.local ? await offlineOffer(context, values) : await serviceOffer(context, values)
    const onFault = (error: unknown) => {
      warn(context, `A tool failed: ${(error as Error)?.stack ?? error}`)
      return new Refusal('internal', 'mailsift mcp failed; see its stderr.')
    }
    const close = serveStdio(context, () => createServer({ ...offer, onFault }))
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
  const note = ['Everything is checked on this machine, free of charge.', ...cleaning.notes].join(' ')
  return { service, isLocal: true, note }
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
  return {
    service: {},
    notes: ['clean_csv is not available: start mailsift mcp with --root and the folder of the lists.'],
  }
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
      note: 'Tools that write are not available: the token is read-only. Use a token that starts with ms_w_.',
    }
  const cleaning = await cleaningOffer(context, values, { local: false, server })
  return { service: { ...service, ...cleaning.service }, note: cleaning.notes.join(' ') || undefined }
}
