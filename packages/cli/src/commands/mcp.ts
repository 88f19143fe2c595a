import { once } from 'node:events'
import { defineCommand } from '../command.ts'
import { type Context, warn } from '../context.ts'
import { EXIT } from '../exit.ts'
import { findService, openClient } from '../service.ts'

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Let an assistant validate addresses and clean lists (Model Context Protocol)',
  description: `Speaks the Model Context Protocol on stdin and stdout, for an assistant that starts this program. It offers what the
service offers at /mcp, and clean_csv for lists on this machine. With a read token it offers nothing that writes.

With --local nothing is sent to any service: addresses and lists are judged in this process, and nothing costs anything.`,
  options: {
    local: { type: 'boolean', help: 'Judge in this process: no server, no token, no look-ups' },
  },
  examples: [
    { line: 'mcp', does: 'With the service that is found by itself' },
    { line: 'mcp --local', does: 'Without any service' },
  ],

  async run(context, _arguments, values) {
    const { createServer, Refusal, serveStdio } = await import('@mailsift/mcp')
    const { service, note } = values.local ? await offlineOffer(context) : await serviceOffer(context, values)
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

async function offlineOffer(context: Context) {
  const [{ localService }, { cleaningService }] = await Promise.all([
    import('../mcp/local.ts'),
    import('../mcp/clean-file.ts'),
  ])
  const service = { ...(await localService()), ...cleaningService(context, { local: true, server: undefined }) }
  return { service, note: 'Everything is judged on this machine: nothing costs units.' }
}

async function serviceOffer(context: Context, values: { server?: string }) {
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
  const { cleaningService } = await import('../mcp/clean-file.ts')
  return { service: { ...service, ...cleaningService(context, { local: false, server }) }, note: undefined }
}
