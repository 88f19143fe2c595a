// The batches of BigQuery's remote functions and Snowflake's external functions, in their own shapes. Neither waits for lookups: a query
// holds thousands of rows, and its proxy ends a request after half a minute.
import {
  BigQueryBatch,
  BigQueryFailure,
  BigQueryReplies,
  IDEMPOTENCY_REPLAYED_HEADER,
  type Problem,
  SNOWFLAKE_BATCH_HEADER,
  SnowflakeAnswer,
  SnowflakeBatch,
  SnowflakeHeaders,
  WAREHOUSE_BATCH_MAX_COUNT,
} from '@mailsift/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../access/caller.ts'
import { invalidValue } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { SUBSCRIBED_CALLER } from '../validation/validation.ts'
import { type Batch, createValidateBatch, type WarehouseDeps } from './validate-batch.ts'

const TAGS = ['Warehouses']
const BILLING =
  'Each validated address uses one credit. Malformed addresses and nulls are free. A batch that is sent again within an hour gets the ' +
  'same answer and is billed once. Domains are not looked up.'

export function registerWarehouseRoutes(app: Http, deps: WarehouseDeps): void {
  const validateBatch = createValidateBatch(deps)

  app.post(
    '/warehouse/bigquery',
    {
      config: { access: SUBSCRIBED_CALLER, feature: 'warehouses', failure: BigQueryFailure },
      schema: {
        tags: TAGS,
        operationId: 'validateForBigQuery',
        summary: 'Validate a batch of a BigQuery remote function',
        description: `Takes and returns the JSON of a remote function with one STRING argument that returns JSON. ${BILLING}`,
        body: BigQueryBatch,
        response: { 200: BigQueryReplies },
      },
      onSend: async (_request, reply, payload) => {
        if (reply.statusCode < 400) return payload
        reply.type('application/json; charset=utf-8')
        return JSON.stringify(failureOf(JSON.parse(String(payload)) as Problem))
      },
    },
    async (request, reply) => {
      const { caller, requestId, calls } = request.body
      const emails = calls.map(([email]) => email!)
      const rows = await validateBatch(batchOf(request, reply, ['bigquery', caller, requestId], emails))
      return json(reply, `{"replies":[${rows.join()}]}`)
    },
  )

  app.post(
    '/warehouse/snowflake',
    {
      config: { access: SUBSCRIBED_CALLER, feature: 'warehouses' },
      schema: {
        tags: TAGS,
        operationId: 'validateForSnowflake',
        summary: 'Validate a batch of a Snowflake external function',
        description: `Takes and returns the JSON of an external function with one VARCHAR argument that returns VARIANT. ${BILLING}`,
        headers: SnowflakeHeaders,
        body: SnowflakeBatch,
        response: { 200: SnowflakeAnswer },
      },
    },
    async (request, reply) => {
      const { data } = request.body
      const emails = data.map(readRow)
      const id = request.headers[SNOWFLAKE_BATCH_HEADER]
      const rows = await validateBatch(batchOf(request, reply, ['snowflake', id], emails))
      return json(reply, `{"data":[${rows.map((row, at) => `[${data[at]![0]},${row}]`).join()}]}`)
    },
  )
}

function batchOf(
  request: FastifyRequest,
  reply: FastifyReply,
  id: readonly string[],
  emails: readonly (string | null)[],
): Batch {
  return {
    accountId: callerOf(request).accountId,
    id,
    emails,
    connection: request.raw.socket,
    onReplay: () => void reply.header(IDEMPOTENCY_REPLAYED_HEADER, 'true'),
  }
}

function readRow([number, email]: readonly (number | string | null)[], row: number): string | null {
  if (typeof number !== 'number') throw invalidValue(`/body/data/${row}/0`, 'must be integer')
  if (typeof email === 'number') throw invalidValue(`/body/data/${row}/1`, 'must be string,null')
  return email!
}

/** Ready-made text: the rows are rendered already. */
function json(reply: FastifyReply, text: string): never {
  return reply.type('application/json; charset=utf-8').serializer(String).send(text) as never
}

/** BigQuery shows the first kilobyte. */
const MESSAGE_MAX_CHARACTERS = 900

function failureOf({ detail, errors = [], request_id }: Problem): BigQueryFailure {
  const places = errors.map(({ path, message }) => `${path} ${message}.`)
  const hints = errors.flatMap(({ path, message }) => (message.includes('more than') ? (HINTS[path] ?? []) : []))
  const text = [places.length > 0 ? 'The request is invalid.' : detail, ...hints, ...places]
    .join(' ')
    .slice(0, MESSAGE_MAX_CHARACTERS)
  return { errorMessage: `${text} Request id: ${request_id}.` }
}

const HINTS: Readonly<Record<string, string>> = {
  '/body/calls': `Set max_batching_rows to ${WAREHOUSE_BATCH_MAX_COUNT} at most.`,
  '/body/calls/0': 'The function takes one argument, the address.',
}
