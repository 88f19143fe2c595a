import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow'
import { address } from './resources/address'
import { contact } from './resources/contact'
import { domain } from './resources/domain'
import { file } from './resources/file'
import { list, submitItems, validateItems } from './resources/list'
import type { OperationForAll, Resource } from './resources/resource'
import { suppression } from './resources/suppression'

const RESOURCES: Readonly<Record<string, Resource>> = { address, contact, domain, file, list, suppression }
const LISTS_OF_ITEMS: Readonly<Record<string, OperationForAll>> = { submit: submitItems, validate: validateItems }

export class Mailsift implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Mailsift',
    name: 'mailsift',
    icon: { light: 'file:../../icons/mailsift.svg', dark: 'file:../../icons/mailsift.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Validate email addresses and clean lists with your own Mailsift',
    defaults: { name: 'Mailsift' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'mailsiftApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Address', value: 'address' },
          { name: 'Contact', value: 'contact' },
          { name: 'Domain', value: 'domain' },
          { name: 'File', value: 'file' },
          { name: 'List', value: 'list' },
          { name: 'Suppression', value: 'suppression' },
        ],
        default: 'address',
      },
      ...Object.values(RESOURCES).flatMap(({ properties }) => properties),
    ],
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData()
    const resource = this.getNodeParameter('resource', 0) as string
    const operation = this.getNodeParameter('operation', 0) as string

    const forAll = resource === 'list' ? LISTS_OF_ITEMS[operation] : undefined
    if (forAll && this.getNodeParameter('source', 0) === 'items') {
      try {
        return [await forAll(this)]
      } catch (error) {
        if (!this.continueOnFail()) throw nodeError(this, error, undefined)
        const { message } = error as Error
        return [items.map((_, item) => ({ json: { error: message }, pairedItem: { item } }))]
      }
    }

    const run = RESOURCES[resource]?.operations[operation]
    if (!run)
      throw new NodeOperationError(this.getNode(), `The operation "${operation}" of "${resource}" does not exist`)
    const results: INodeExecutionData[] = []
    for (let item = 0; item < items.length; item++) {
      try {
        for (const result of await run(this, item)) results.push({ ...result, pairedItem: { item } })
      } catch (error) {
        if (!this.continueOnFail()) throw nodeError(this, error, item)
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } })
      }
    }
    return [results]
  }
}

/** The errors of this package say what to do; others, such as those of an expression, get the node and the item. */
function nodeError(context: IExecuteFunctions, error: unknown, itemIndex: number | undefined): Error {
  if (!(error instanceof NodeApiError || error instanceof NodeOperationError))
    return new NodeOperationError(context.getNode(), error as Error, { itemIndex })
  if (itemIndex !== undefined) error.context.itemIndex = itemIndex
  return error
}
