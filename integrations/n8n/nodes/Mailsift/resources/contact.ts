import type { IDataObject, INodeProperties } from 'n8n-workflow'
import { send } from '../../shared/api'
import { listByCursor } from '../../shared/pages'
import { json, jsons, limitOf, type Operation, RETURN_ALL, type Resource, shownFor } from './resource'

const properties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['contact'] } },
    options: [
      { name: 'Delete', value: 'delete', description: 'Delete a contact', action: 'Delete a contact' },
      { name: 'Get', value: 'get', description: 'Get a contact by its ID', action: 'Get a contact' },
      { name: 'Get Many', value: 'getAll', description: 'Search contacts', action: 'Get many contacts' },
      {
        name: 'Update',
        value: 'update',
        description: 'Update the address and names of a contact',
        action: 'Update a contact',
      },
    ],
    default: 'getAll',
  },
  ...shownFor(
    'contact',
    ['delete', 'get', 'update'],
    [{ displayName: 'Contact ID', name: 'contactId', type: 'string', required: true, default: '' }],
  ),
  ...shownFor(
    'contact',
    ['delete'],
    [
      {
        displayName: 'Suppress',
        name: 'suppress',
        type: 'boolean',
        default: false,
        description: 'Whether to keep the address from ever becoming a contact again',
      },
    ],
  ),
  ...shownFor(
    'contact',
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
            displayName: 'Domain',
            name: 'domain',
            type: 'string',
            default: '',
            description: 'Exactly this email domain',
          },
          {
            displayName: 'Enrichment State',
            name: 'state',
            type: 'options',
            options: [
              { name: 'Matched', value: 'matched' },
              { name: 'No Match', value: 'no_match' },
              { name: 'Pending', value: 'pending' },
              { name: 'Retrying', value: 'retrying' },
              { name: 'Updating', value: 'updating' },
            ],
            default: 'matched',
          },
          {
            displayName: 'Search',
            name: 'search',
            type: 'string',
            default: '',
            description:
              'Words that must all occur in the address, the names, or the found names of the person and company',
          },
          {
            displayName: 'Sort By',
            name: 'sort',
            type: 'options',
            options: [
              { name: 'Domain', value: 'domain' },
              { name: 'Email', value: 'email' },
              { name: 'Newest First', value: 'newest' },
              { name: 'Oldest First', value: 'oldest' },
            ],
            default: 'newest',
          },
        ],
      },
    ],
  ),
  ...shownFor(
    'contact',
    ['update'],
    [
      {
        displayName: 'Update Fields',
        name: 'updateFields',
        type: 'collection',
        placeholder: 'Add Field',
        default: {},
        description: 'Fields that are not added stay as they are',
        options: [
          { displayName: 'Email', name: 'email', type: 'string', placeholder: 'name@email.com', default: '' },
          {
            displayName: 'First Name',
            name: 'firstName',
            type: 'string',
            default: '',
            description: 'An empty value removes the name',
          },
          {
            displayName: 'Last Name',
            name: 'lastName',
            type: 'string',
            default: '',
            description: 'An empty value removes the name',
          },
        ],
      },
    ],
  ),
]

const idOf = (context: Parameters<Operation>[0], itemIndex: number) =>
  encodeURIComponent(context.getNodeParameter('contactId', itemIndex) as string)

const get: Operation = async (context, itemIndex) =>
  json(await send(context, { path: `/v1/contacts/${idOf(context, itemIndex)}` }))

const getAll: Operation = async (context, itemIndex) => {
  const filters = context.getNodeParameter('filters', itemIndex, {}) as IDataObject
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  return jsons(await listByCursor(context, '/account/contacts', query, limitOf(context, itemIndex)))
}

/** The API replaces all three fields, so those that are not updated come from the contact. */
const update: Operation = async (context, itemIndex) => {
  const path = `/v1/contacts/${idOf(context, itemIndex)}`
  const { email, firstName, lastName } = await send(context, { path })
  const fields = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject
  return json(await send(context, { method: 'PATCH', path, body: { email, firstName, lastName, ...fields } }))
}

const remove: Operation = async (context, itemIndex) => {
  const suppress = context.getNodeParameter('suppress', itemIndex) ? 1 : 0
  const path = `/account/contacts/${idOf(context, itemIndex)}`
  // A retry after a lost response would find nothing, and look like a wrong ID.
  await send(context, { method: 'DELETE', path, query: { suppress }, maxRetries: 0 })
  return json({ deleted: true })
}

export const contact: Resource = { properties, operations: { get, getAll, update, delete: remove } }
