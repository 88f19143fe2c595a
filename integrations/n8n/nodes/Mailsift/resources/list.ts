import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  NodeOperationError,
} from 'n8n-workflow'
import { send } from '../../shared/api'
import { listByPage } from '../../shared/pages'
import { KEY_OPTION, keyFor } from '../idempotency'
import { WAIT_OPTION, waitForEnd } from '../wait'
import {
  addressesIn,
  json,
  jsons,
  limitOf,
  type Operation,
  RETURN_ALL,
  type Resource,
  SIMPLIFY,
  shownFor,
  VALIDATE_DOMAIN,
} from './resource'

/** §8: the addresses of one submission. */
const LIST_MAX_COUNT = 10_000

const options = (values: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: values,
})

const properties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['list'] } },
    options: [
      {
        name: 'Get',
        value: 'get',
        description: 'Get the progress of a list',
        action: 'Get a list',
      },
      {
        name: 'Get Results',
        value: 'getResults',
        description: 'Get the results of a list that was submitted as addresses',
        action: 'Get the results of a list',
      },
      {
        name: 'Submit',
        value: 'submit',
        description: 'Submit addresses and go on without waiting',
        action: 'Submit a list',
      },
      {
        name: 'Validate',
        value: 'validate',
        description: 'Submit addresses and wait for the results',
        action: 'Validate a list',
      },
    ],
    default: 'validate',
  },
  ...shownFor(
    'list',
    ['submit', 'validate'],
    [
      {
        displayName: 'Addresses From',
        name: 'source',
        type: 'options',
        options: [
          {
            name: 'A Field of All Input Items',
            value: 'items',
            description: 'One list with the address of every item',
          },
          { name: 'An Array or Text', value: 'text', description: 'One list for each item' },
        ],
        default: 'items',
      },
      {
        displayName: 'Field',
        name: 'field',
        type: 'string',
        required: true,
        default: 'email',
        displayOptions: { show: { source: ['items'] } },
        description: 'The name of the field that has the address',
      },
      {
        displayName: 'Addresses',
        name: 'emails',
        type: 'string',
        required: true,
        default: '',
        placeholder: 'e.g. ada@contoso.com, info@contoso.com',
        displayOptions: { show: { source: ['text'] } },
        description:
          'An array from an expression, or text with commas or line breaks between the addresses, 10,000 at most',
      },
      VALIDATE_DOMAIN,
    ],
  ),
  ...shownFor(
    'list',
    ['get', 'getResults'],
    [
      {
        displayName: 'List ID',
        name: 'listId',
        type: 'string',
        required: true,
        default: '',
        description: 'The ID that Submit returned',
      },
    ],
  ),
  ...shownFor('list', ['getResults'], RETURN_ALL),
  ...shownFor('list', ['getResults', 'validate'], [SIMPLIFY]),
  ...shownFor('list', ['submit'], [options([KEY_OPTION])]),
  ...shownFor('list', ['validate'], [options([KEY_OPTION, WAIT_OPTION])]),
]

type Item = {
  index: number
  input: string
  result: { normalized: string; validations: IDataObject } | null
  error: { code: string; message: string } | null
}

const jobPath = (id: string) => `/v1/emails/bulk/${encodeURIComponent(id)}`

async function submitAddresses(context: IExecuteFunctions, itemIndex: number, emails: string[]): Promise<IDataObject> {
  if (emails.length === 0) throw new NodeOperationError(context.getNode(), 'There are no addresses', { itemIndex })
  if (emails.length > LIST_MAX_COUNT) {
    throw new NodeOperationError(
      context.getNode(),
      `A list has at most 10,000 addresses, this one has ${emails.length}`,
      {
        itemIndex,
        description: 'Clean a CSV file with the resource File, which has up to 100,000 rows, or split the list.',
      },
    )
  }
  const body = { emails, validate_domain: context.getNodeParameter('validateDomain', itemIndex) ? 1 : 0 }
  const idempotencyKey = keyFor(context, itemIndex, body)
  const { job } = await send<{ job: IDataObject }>(context, {
    method: 'POST',
    path: '/v1/emails/bulk',
    body,
    idempotencyKey,
  })
  return job
}

const readResults = (context: IExecuteFunctions, id: string, limit: number) =>
  listByPage(context, jobPath(id), limit) as Promise<unknown> as Promise<Item[]>

async function validateAddresses(context: IExecuteFunctions, itemIndex: number, emails: string[]): Promise<Item[]> {
  const { id } = await submitAddresses(context, itemIndex, emails)
  const job = await waitForEnd(context, itemIndex, `${jobPath(String(id))}?take=1`, (body) => body.job)
  if (job.status === 'failed') {
    throw new NodeOperationError(context.getNode(), `The list failed: ${job.failure}`, {
      itemIndex,
      description: `The results that it has are those of Get Results with the ID ${id}.`,
    })
  }
  return readResults(context, String(id), Number.POSITIVE_INFINITY)
}

function toOutput(context: IExecuteFunctions, itemIndex: number, item: Item): IDataObject {
  if (!context.getNodeParameter('simplify', itemIndex)) return item as unknown as IDataObject
  const { index, input, result, error } = item
  return {
    ...{ index, email: input, normalized: result?.normalized ?? null, safe_to_send: false, ...result?.validations },
    problem: error?.message ?? null,
  }
}

const emailsOf = (context: IExecuteFunctions, itemIndex: number) =>
  addressesIn(context.getNodeParameter('emails', itemIndex))

const submit: Operation = async (context, itemIndex) =>
  json(await submitAddresses(context, itemIndex, emailsOf(context, itemIndex)))

const validate: Operation = async (context, itemIndex) => {
  const items = await validateAddresses(context, itemIndex, emailsOf(context, itemIndex))
  return jsons(items.map((item) => toOutput(context, itemIndex, item)))
}

const get: Operation = async (context, itemIndex) => {
  const path = jobPath(context.getNodeParameter('listId', itemIndex) as string)
  const { job } = await send<{ job: IDataObject }>(context, { path, query: { take: 1 } })
  return json(job)
}

const getResults: Operation = async (context, itemIndex) => {
  const id = context.getNodeParameter('listId', itemIndex) as string
  const items = await readResults(context, id, limitOf(context, itemIndex))
  return jsons(items.map((item) => toOutput(context, itemIndex, item)))
}

/** The addresses of all input items, in lists of 10,000. Each list names the input items that it has. */
async function listsOfItems(context: IExecuteFunctions): Promise<{ first: number; emails: string[] }[]> {
  const field = context.getNodeParameter('field', 0) as string
  const emails = context.getInputData().map(({ json: fields }) => String(fields[field] ?? ''))
  if (emails.every((email) => email === '')) {
    throw new NodeOperationError(context.getNode(), `No input item has a field "${field}"`, {
      description: 'Enter the name of the field that has the address, as the input of this node shows it.',
    })
  }
  const lists: { first: number; emails: string[] }[] = []
  for (let first = 0; first < emails.length; first += LIST_MAX_COUNT)
    lists.push({ first, emails: emails.slice(first, first + LIST_MAX_COUNT) })
  return lists
}

const pairedItems = (first: number, count: number) => Array.from({ length: count }, (_, at) => ({ item: first + at }))

export async function submitItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const jobs: INodeExecutionData[] = []
  for (const { first, emails } of await listsOfItems(context))
    jobs.push({ json: await submitAddresses(context, first, emails), pairedItem: pairedItems(first, emails.length) })
  return jobs
}

/** One result for each input item, in their order. The next list waits for the one before: an account has three slots. */
export async function validateItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const results: INodeExecutionData[] = []
  for (const { first, emails } of await listsOfItems(context)) {
    for (const item of await validateAddresses(context, first, emails))
      results.push({ json: toOutput(context, first, item), pairedItem: { item: first + item.index } })
  }
  return results
}

export const list: Resource = { properties, operations: { submit, validate, get, getResults } }
