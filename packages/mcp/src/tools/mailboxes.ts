import { KnownMailbox } from '@mailsift/contract'
import { EMAIL_MAX_CHARACTERS } from '@mailsift/contract/limits'
import { strict } from '@mailsift/contract/schema'
import { Type } from 'typebox'
import { DATA_ONLY, marked, notice } from '../foreign-text.ts'
import { defineTool, READS } from '../tool.ts'

const LIST_MAX_COUNT = 100

export const lookUpBounces = defineTool({
  name: 'look_up_bounces',
  uses: 'lookUpMailboxes',
  title: 'Look up bounces and suppressions',
  description:
    `Returns what the account knows about up to ${LIST_MAX_COUNT} addresses: bounces, deliveries, complaints, unsubscribes, and whether an ` +
    `address is on the suppression list and must not be mailed. Free. ${DATA_ONLY}`,
  annotations: READS,
  input: strict({
    emails: Type.Array(Type.String({ maxLength: 4 * EMAIL_MAX_CHARACTERS }), { minItems: 1, maxItems: LIST_MAX_COUNT }),
  }),
  output: strict({
    ...notice,
    suppressed: Type.Integer({ minimum: 0, description: 'Addresses that must not be mailed.' }),
    known: Type.Array(KnownMailbox, { description: 'Addresses about which the account knows nothing are left out.' }),
  }),

  async run(lookUpMailboxes, { emails }, call) {
    const known = await lookUpMailboxes(emails, call)
    const suppressed = known.filter(({ suppressed }) => suppressed !== null).length
    return {
      summary: `Something is known about ${known.length} of ${emails.length} addresses; ${suppressed} must not be mailed.`,
      data: { ...marked, suppressed, known },
    }
  },
})
