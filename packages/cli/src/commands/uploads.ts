import { checkId, defineCommand, JSON_OPTION } from '../command.ts'
import { asTyped, note, print, tell } from '../context.ts'
import { EXIT } from '../exit.ts'
import { connect } from '../service.ts'
import { formatTime, printTable } from '../table.ts'

export const uploads = defineCommand({
  name: 'uploads',
  summary: 'List uploads that were not submitted, or discard some',
  description: `Lists uploads that were begun and not submitted, oldest first. An account can have three of them, and each expires after an
hour. To make room sooner, discard those that you do not need.`,
  options: {
    discard: { type: 'string', value: '<upload>', many: true, help: 'Discard the upload with this id' },
    ...JSON_OPTION,
  },
  examples: [
    { line: 'uploads', does: 'The pending uploads' },
    { line: 'uploads --discard 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', does: 'Makes room for another one' },
  ],

  async run(context, _, values) {
    for (const id of values.discard) checkId('uploads', id)
    const { signal } = context
    const mailsift = await connect(context, values)
    if (values.discard.length > 0) {
      for (const id of values.discard) {
        await mailsift.uploads.discard(id, { signal })
        tell(context, `Upload ${id} is discarded.`)
      }
      return EXIT.ok
    }
    const pending = await mailsift.uploads.list({ signal })
    if (values.json) for (const upload of pending) await print(context, `${JSON.stringify(upload)}\n`)
    else if (pending.length === 0) tell(context, 'There are no pending uploads.')
    else {
      await printTable(
        context,
        ['UPLOAD', 'FILE', 'BYTES', 'BEGUN', 'EXPIRES'],
        pending.map(({ id, filename, size_bytes, created_at, expires_at }) => [
          ...[id, filename, size_bytes],
          ...[formatTime(created_at), formatTime(expires_at)],
        ]),
      )
      note(context, asTyped(context, '`mailsift uploads --discard <upload>` discards one.'))
    }
    return EXIT.ok
  },
})
