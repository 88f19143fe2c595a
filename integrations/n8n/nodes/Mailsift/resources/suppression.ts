import { type IDataObject, type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow'
import { send } from '../../shared/api'
import { listByCursor } from '../../shared/pages'
import { addressesIn, json, jsons, limitOf, type Operation, RETURN_ALL, type Resource, shownFor } from './resource'

const PATH = '/account/suppressions'

const properties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['suppression'] } },
    options: [
      {
        name: 'Add',
        value: 'add',
        description: 'Add addresses that you must not mail',
        action: 'Add addresses to the suppression list',
      },
      {
        name: 'Get Many',
        value: 'getAll',
        description: 'Get suppressed addresses, newest first',
        action: 'Get many suppressed addresses',
      },
      {
        name: 'Look Up',
        value: 'lookUp',
        description: 'Get what bounces and the suppression list say about addresses. It is free.',
        action: 'Look up addresses in the suppression list',
      },
      {
        name: 'Remove',
        value: 'remove',
        description: 'Remove an address, and undo its bounces',
        action: 'Remove an address from the suppression list',
      },
    ],
    default: 'lookUp',
  },
  ...shownFor(
    'suppression',
    ['add', 'lookUp'],
    [
      {
        displayName: 'Addresses',
        name: 'emails',
        type: 'string',
        required: true,
        default: '',
        placeholder: 'e.g. ada@contoso.com, info@contoso.com',
        description:
          'One address, an array from an expression, or text with commas or line breaks between the addresses',
      },
    ],
  ),
  ...shownFor(
    'suppression',
    ['add'],
    [
      {
        displayName: 'Reason',
        name: 'reason',
        type: 'options',
        options: [
          { name: 'Complaint', value: 'complaint', description: 'The person called your mail spam' },
          { name: 'Manual', value: 'manual', description: 'Your own decision' },
          { name: 'Unsubscribe', value: 'unsubscribe', description: 'The person does not want your mail' },
        ],
        default: 'manual',
      },
    ],
  ),
  ...shownFor(
    'suppression',
    ['remove'],
    [
      {
        displayName: 'Email',
        name: 'email',
        type: 'string',
        placeholder: 'name@email.com',
        required: true,
        default: '',
        description:
          'The address to remove. Remove one that complained or unsubscribed only if the person asked for your mail again.',
      },
    ],
  ),
  ...shownFor(
    'suppression',
    ['getAll'],
    [
      ...RETURN_ALL,
      {
        displayName: 'Filters',
        name: 'filters',
        type: 'collection',
        placeholder: 'Add Filter',
        default: {},
        options: [
          {
            displayName: 'Reason',
            name: 'reason',
            type: 'options',
            options: [
              { name: 'Bounce', value: 'bounce' },
              { name: 'Complaint', value: 'complaint' },
              { name: 'Manual', value: 'manual' },
              { name: 'Unsubscribe', value: 'unsubscribe' },
            ],
            default: 'bounce',
          },
        ],
      },
    ],
  ),
]

function emailsOf(context: IExecuteFunctions, itemIndex: number): string[] {
  const emails = addressesIn(context.getNodeParameter('emails', itemIndex))
  if (emails.length === 0) throw new NodeOperationError(context.getNode(), 'There are no addresses', { itemIndex })
  return emails
}

const add: Operation = async (context, itemIndex) => {
  const reason = context.getNodeParameter('reason', itemIndex) as string
  return json(
    await send(context, { method: 'POST', path: PATH, body: { emails: emailsOf(context, itemIndex), reason } }),
  )
}

const getAll: Operation = async (context, itemIndex) => {
  const filters = context.getNodeParameter('filters', itemIndex, {}) as IDataObject
  return jsons(await listByCursor(context, PATH, filters, limitOf(context, itemIndex)))
}

/** One result for each address: the API leaves out those about which nothing is known. */
const lookUp: Operation = async (context, itemIndex) => {
  const emails = emailsOf(context, itemIndex)
  const path = '/account/mailboxes/lookup'
  const { items } = await send<{ items: IDataObject[] }>(context, { method: 'POST', path, body: { emails } })
  const known = new Map(items.map((item) => [item.email, item]))
  const unknown = { mailbox: 'unknown', mailbox_evidence: null, suppressed: null, reasons: [] }
  return jsons(emails.map((email) => known.get(email) ?? { email, ...unknown }))
}

const remove: Operation = async (context, itemIndex) => {
  const email = context.getNodeParameter('email', itemIndex) as string
  // A retry after a lost response would find nothing, and look like a wrong address.
  await send(context, { method: 'DELETE', path: PATH, query: { email }, maxRetries: 0 })
  return json({ removed: true, email })
}

export const suppression: Resource = { properties, operations: { add, getAll, lookUp, remove } }
