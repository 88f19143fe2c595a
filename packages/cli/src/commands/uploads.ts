import { checkId, defineCommand, JSON_OPTION } from '../command.ts'
import { asTyped, note, print, tell } from '../context.ts'
import { EXIT } from '../exit.ts'
import { connect } from '../service.ts'
import { formatTime, printTable } from '../table.ts'

export const uploads = defineCommand({
  name: 'uploads',
  summary: 'List or discard unfinished uploads',
  description: `Lists unfinished uploads, oldest first. An account can have three, and each expires after an hour. Discard those that
you do not need to make room for others.`,
  options: {
    discard: { type: 'string', value: '<upload>', many: true, help: 'Discard this upload' },
    ...JSON_OPTION,
  },
  examples: [
    { line: 'uploads', does: 'Show the unfinished uploads' },
    { line: 'uploads --discard 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', does: 'Make room for another upload' },
  ],

  async run(context, _, values) {
    for (const id of values.discard) checkId('uploads', id)
    const { signal } = context
    const mailsift = await connect(context, values)
    if (values.discard.length > 0) {
      for (const id of values.discard) {
        await mailsift.uploads.discard(id, { signal })
        tell(context, `Discarded upload ${id}.`)
      }
      return EXIT.ok
    }
    const pending = await mailsift.uploads.list({ signal })
    if (values.json) for (const upload of pending) await print(context, `${JSON.stringify(upload)}\n`)
    else if (pending.length === 0) tell(context, 'No unfinished uploads.')
    else {
      await printTable(
        context,
        ['UPLOAD', 'FILE', 'BYTES', 'STARTED', 'EXPIRES'],
        pending.map(({ id, filename, size_bytes, created_at, expires_at }) => [
          ...[id, filename, size_bytes],
          ...[formatTime(created_at), formatTime(expires_at)],
        ]),
      )
      note(context, asTyped(context, 'To discard one, run `mailsift uploads --discard <upload>`.'))
    }
    return EXIT.ok
  },
})
