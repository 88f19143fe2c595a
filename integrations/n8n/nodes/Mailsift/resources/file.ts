import { type IDataObject, type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow'
import { getFile, putFile, send } from '../../shared/api'
import { KEY_OPTION, keyFor } from '../idempotency'
import { WAIT_OPTION, waitForEnd } from '../wait'
import { json, type Operation, type Resource, type Result, shownFor, VALIDATE_DOMAIN } from './resource'

/** §8. */
const FILE_MAX_BYTES = 52_428_800
const FILENAME_MAX_LENGTH = 255

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
    displayOptions: { show: { resource: ['file'] } },
    options: [
      {
        name: 'Clean',
        value: 'clean',
        description: 'Submit a CSV file, wait, and get it back with the verdict on every row',
        action: 'Clean a file',
      },
      {
        name: 'Download',
        value: 'download',
        description: 'Download the results of a file that was submitted',
        action: 'Download a cleaned file',
      },
      { name: 'Get', value: 'get', description: 'Get the progress of a file', action: 'Get a file' },
      {
        name: 'Submit',
        value: 'submit',
        description: 'Submit a CSV file and go on without waiting',
        action: 'Submit a file',
      },
    ],
    default: 'clean',
  },
  ...shownFor(
    'file',
    ['clean', 'submit'],
    [
      {
        displayName: 'Input Binary Field',
        name: 'binaryField',
        type: 'string',
        required: true,
        default: 'data',
        hint: 'The name of the input binary field that has the CSV file',
      },
      {
        displayName: 'Email Column',
        name: 'emailColumn',
        type: 'string',
        required: true,
        default: 'email',
        description: 'The exact name of the column with the addresses',
      },
      VALIDATE_DOMAIN,
    ],
  ),
  ...shownFor(
    'file',
    ['download', 'get'],
    [
      {
        displayName: 'File ID',
        name: 'fileId',
        type: 'string',
        required: true,
        default: '',
        description: 'The ID that Submit returned',
      },
    ],
  ),
  ...shownFor(
    'file',
    ['clean', 'download'],
    [
      {
        displayName: 'Put Output File in Field',
        name: 'outputField',
        type: 'string',
        required: true,
        default: 'data',
        hint: 'The name of the output binary field to put the cleaned file in',
      },
    ],
  ),
  ...shownFor('file', ['clean'], [options([KEY_OPTION, WAIT_OPTION])]),
  ...shownFor('file', ['submit'], [options([KEY_OPTION])]),
]

type Group = IDataObject & { id: string }
type PreparedUpload = { upload_id: string; upload_url: string; headers: IDataObject }

const groupPath = (id: string) => `/v1/emails/bulk/groups/${encodeURIComponent(id)}`

async function submitFile(context: IExecuteFunctions, itemIndex: number): Promise<{ group: Group; filename: string }> {
  const field = context.getNodeParameter('binaryField', itemIndex) as string
  const { fileName } = context.helpers.assertBinaryData(itemIndex, field)
  const file = await context.helpers.getBinaryDataBuffer(itemIndex, field)
  if (file.length === 0) throw new NodeOperationError(context.getNode(), 'The file is empty', { itemIndex })
  if (file.length > FILE_MAX_BYTES) {
    throw new NodeOperationError(context.getNode(), 'A file has at most 50 MiB', {
      itemIndex,
      description: 'Split it, or upload it in the console, which sends only the addresses of large files.',
    })
  }
  const filename = safeName(fileName)
  const settings = {
    email_column: context.getNodeParameter('emailColumn', itemIndex) as string,
    validate_domain: context.getNodeParameter('validateDomain', itemIndex) ? 1 : 0,
  }
  // Preparing and submitting have separate scopes, so one key serves both (§4.1).
  const idempotencyKey = keyFor(context, itemIndex, [filename, settings, file.toString('base64')])
  const prepared = await send<PreparedUpload>(context, {
    method: 'POST',
    path: '/v1/emails/bulk/upload',
    body: { filename, size_bytes: file.length },
    idempotencyKey,
  })
  await putFile(context, prepared.upload_url, prepared.headers, file)
  const { group } = await send<{ group: Group }>(context, {
    method: 'POST',
    path: '/v1/emails/bulk',
    body: { upload_id: prepared.upload_id, ...settings },
    idempotencyKey,
  })
  return { group, filename }
}

/** §4.1: no folders, no control characters. */
function safeName(fileName: string | undefined): string {
  const last = (fileName ?? '').split(/[/\\]/).at(-1) ?? ''
  const visible = Array.from(last, (character) => (/\p{Cc}/u.test(character) ? '_' : character)).join('')
  return visible.slice(-FILENAME_MAX_LENGTH) || 'upload.csv'
}

async function downloadFile(
  context: IExecuteFunctions,
  itemIndex: number,
  group: IDataObject,
  filename: string,
): Promise<Result[]> {
  const field = context.getNodeParameter('outputField', itemIndex) as string
  const { download_url } = await send<{ download_url: string }>(context, {
    path: `${groupPath(String(group.id))}/download`,
  })
  const file = await getFile(context, download_url)
  return [{ json: group, binary: { [field]: await context.helpers.prepareBinaryData(file, filename, 'text/csv') } }]
}

const clean: Operation = async (context, itemIndex) => {
  const { group, filename } = await submitFile(context, itemIndex)
  const ended = await waitForEnd(context, itemIndex, groupPath(group.id), (body) => body.group)
  if (ended.status === 'failed') {
    throw new NodeOperationError(context.getNode(), ended.failure ?? 'The file could not be processed', {
      itemIndex,
      description: `The column that was looked for is "${context.getNodeParameter('emailColumn', itemIndex)}".`,
    })
  }
  return downloadFile(context, itemIndex, ended, `cleaned-${filename}`)
}

const submit: Operation = async (context, itemIndex) => json((await submitFile(context, itemIndex)).group)

async function readGroup(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
  const id = context.getNodeParameter('fileId', itemIndex) as string
  return (await send<{ group: IDataObject }>(context, { path: groupPath(id) })).group
}

const get: Operation = async (context, itemIndex) => json(await readGroup(context, itemIndex))

const download: Operation = async (context, itemIndex) => {
  const group = await readGroup(context, itemIndex)
  if (group.download_ready) return downloadFile(context, itemIndex, group, `cleaned-${group.id}.csv`)
  throw new NodeOperationError(context.getNode(), `The file cannot be downloaded: its status is ${group.status}`, {
    itemIndex,
    description: String(group.failure ?? 'Wait until it is completed, for example with the Mailsift Trigger.'),
  })
}

export const file: Resource = { properties, operations: { clean, submit, get, download } }
