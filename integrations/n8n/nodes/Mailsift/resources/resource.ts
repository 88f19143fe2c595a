import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow'

/** The results for one input item. */
export type Operation = (context: IExecuteFunctions, itemIndex: number) => Promise<Result[]>
export type Result = Pick<INodeExecutionData, 'binary'> & { json: IDataObject }

/** Runs once, for all input items; each result says which one it belongs to. */
export type OperationForAll = (context: IExecuteFunctions) => Promise<INodeExecutionData[]>

export type Resource = {
  properties: INodeProperties[]
  operations: Readonly<Record<string, Operation>>
}

export const json = (value: IDataObject): Result[] => [{ json: value }]
export const jsons = (values: IDataObject[]): Result[] => values.map((value) => ({ json: value }))

/** The properties, shown for these operations of the resource only. */
export function shownFor(resource: string, operation: string[], properties: INodeProperties[]): INodeProperties[] {
  return properties.map((property) => ({
    ...property,
    displayOptions: {
      ...property.displayOptions,
      show: { ...property.displayOptions?.show, resource: [resource], operation },
    },
  }))
}

/** Addresses as an array, or as text with one per line or between commas. */
export function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((each) => (each === null || each === undefined ? '' : String(each)))
  return String(value ?? '')
    .split(/[\n,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

export const VALIDATE_DOMAIN: INodeProperties = {
  displayName: 'Validate Domain',
  name: 'validateDomain',
  type: 'boolean',
  default: false,
  description: 'Whether to also check the MX records and the registration of the domain',
}

export const SIMPLIFY: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
}

export const RETURN_ALL: INodeProperties[] = [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    displayOptions: { show: { returnAll: [false] } },
    description: 'Max number of results to return',
  },
]

export function limitOf(context: IExecuteFunctions, itemIndex: number): number {
  const returnAll = context.getNodeParameter('returnAll', itemIndex) as boolean
  return returnAll ? Number.POSITIVE_INFINITY : (context.getNodeParameter('limit', itemIndex) as number)
}
