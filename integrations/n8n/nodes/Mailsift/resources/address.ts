import { type IDataObject, type INodeProperties, NodeOperationError } from 'n8n-workflow'
import { codeOf, send } from '../../shared/api'
import { KEY_OPTION, keyFor } from '../idempotency'
import { json, type Operation, type Resource, SIMPLIFY, shownFor, VALIDATE_DOMAIN } from './resource'

const REASONS = {
  disposable: 'Disposable',
  undeliverable: 'Domain Does Not Accept Mail',
  free_dns: 'Free DNS Domain',
  free_mail: 'Free Mail',
  irregular: 'Irregular Pattern',
  no_mx: 'No MX Record',
  no_reply: 'No-Reply',
  not_issued: 'Not Issued by the Provider',
  parked: 'Parked Domain',
  relay: 'Relay',
  reserved: 'Reserved Domain',
  role: 'Role',
  typo: 'Typo',
  unicode: 'Uncommon Unicode',
  unknown_tld: 'Unknown Top-Level Domain',
  young_domain: 'Young Domain',
}
const REASON_OPTIONS = Object.entries(REASONS).map(([value, name]) => ({ name, value }))

const properties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['address'] } },
    options: [
      {
        name: 'Validate',
        value: 'validate',
        description: 'Get a verdict about one address, with its reasons',
        action: 'Validate an address',
      },
    ],
    default: 'validate',
  },
  ...shownFor(
    'address',
    ['validate'],
    [
      {
        displayName: 'Email',
        name: 'email',
        type: 'string',
        placeholder: 'name@email.com',
        required: true,
        default: '',
        description: 'The address to validate. It uses one credit; a malformed address is free.',
      },
      {
        displayName: 'Purpose',
        name: 'purpose',
        type: 'options',
        options: [
          { name: 'B2B', value: 'b2b', description: 'Mail to people at companies' },
          { name: 'Newsletter', value: 'marketing', description: 'Marketing mail to many people' },
          { name: 'Saved Rules', value: 'saved', description: 'Rules that you saved in the console' },
          { name: 'Sign-Up', value: 'sign-up', description: 'A person who registers' },
        ],
        default: 'sign-up',
        description: 'What you want the address for. It decides which reasons make an address risky or unsafe.',
      },
      {
        displayName: 'Name of the Rules',
        name: 'policy',
        type: 'string',
        required: true,
        default: '',
        placeholder: 'e.g. spring-campaign',
        displayOptions: { show: { purpose: ['saved'] } },
      },
      VALIDATE_DOMAIN,
      SIMPLIFY,
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        placeholder: 'Add option',
        default: {},
        options: [
          {
            displayName: 'Allow Reasons',
            name: 'allow',
            type: 'multiOptions',
            options: REASON_OPTIONS,
            default: [],
            description: 'Reasons that count for nothing, whatever the purpose says',
          },
          KEY_OPTION,
          {
            displayName: 'Refuse Reasons',
            name: 'refuse',
            type: 'multiOptions',
            options: REASON_OPTIONS,
            default: [],
            description: 'Reasons that make an address unsafe, whatever the purpose says',
          },
        ],
      },
    ],
  ),
]

type Insight = {
  result: { normalized: string; validations: IDataObject }
  tier: string
  reasons: { code: string; sentence: string }[]
  suggestion: string | null
  mailbox: string
  suppressed: string | null
}

const validate: Operation = async (context, itemIndex) => {
  const email = String(context.getNodeParameter('email', itemIndex)).trim()
  if (email === '') throw new NodeOperationError(context.getNode(), 'The email is empty', { itemIndex })
  const purpose = context.getNodeParameter('purpose', itemIndex) as string
  const { allow = [], refuse = [] } = context.getNodeParameter('options', itemIndex, {}) as Record<string, string[]>
  const query = {
    email,
    policy: purpose === 'saved' ? (context.getNodeParameter('policy', itemIndex) as string) : purpose,
    validate_domain: context.getNodeParameter('validateDomain', itemIndex) ? 1 : 0,
    ...(allow.length > 0 && { allow: allow.join(',') }),
    ...(refuse.length > 0 && { refuse: refuse.join(',') }),
  }
  const request = { path: '/insight/emails/validate', query, idempotencyKey: keyFor(context, itemIndex, query) }
  const insight = await send<Insight>(context, request).catch((error: Error) => {
    if (codeOf(error) !== 'invalid_email') throw error
    return error
  })
  // A verdict, too: a list of people must not stop at the first typing mistake.
  if (insight instanceof Error) return json(malformed(email, insight.message))
  const isSimple = context.getNodeParameter('simplify', itemIndex) as boolean
  return json(isSimple ? simplify(email, insight) : (insight as unknown as IDataObject))
}

function simplify(email: string, { result, tier, reasons, suggestion, mailbox, suppressed }: Insight): IDataObject {
  const { normalized, validations } = result
  const { safe_to_send } = validations
  const [first] = reasons
  const codes = reasons.map(({ code }) => code)
  return {
    email,
    normalized,
    tier,
    safe_to_send,
    reasons: codes,
    reason: first?.sentence ?? null,
    suggestion,
    mailbox,
    suppressed,
  }
}

const malformed = (email: string, reason: string): IDataObject => ({
  ...{ email, normalized: null, tier: 'unsafe', safe_to_send: false, reasons: ['malformed'], reason },
  ...{ suggestion: null, mailbox: 'unknown', suppressed: null },
})

export const address: Resource = { properties, operations: { validate } }
