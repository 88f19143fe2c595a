import { send } from '../../shared/api'
import { json, type Operation, type Resource, shownFor } from './resource'

const get: Operation = async (context, itemIndex) => {
  const domain = String(context.getNodeParameter('domain', itemIndex)).trim()
  return json(await send(context, { path: `/insight/domains/${encodeURIComponent(domain)}` }))
}

export const domain: Resource = {
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      displayOptions: { show: { resource: ['domain'] } },
      options: [
        {
          name: 'Get Report',
          value: 'get',
          description: 'Get what DNS and the registry say about a mail domain. It uses no credit.',
          action: 'Get a report about a domain',
        },
      ],
      default: 'get',
    },
    ...shownFor(
      'domain',
      ['get'],
      [
        {
          displayName: 'Domain',
          name: 'domain',
          type: 'string',
          required: true,
          default: '',
          placeholder: 'e.g. contoso.com',
        },
      ],
    ),
  ],
  operations: { get },
}
