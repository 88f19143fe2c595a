// Batches of addresses in the formats of BigQuery (remote functions) and Snowflake (external functions). The schemas
// are open, because the senders may add fields at any time.
import { type Static, Type } from 'typebox'
import { RowError } from './errors.ts'
import { WAREHOUSE_BATCH_MAX_COUNT, WAREHOUSE_ID_MAX_CHARACTERS } from './limits.ts'
import { nullable, strict } from './schema.ts'
import { ValidationResult } from './validation.ts'

/** In lower case, as Node returns it. */
export const SNOWFLAKE_BATCH_HEADER = 'sf-external-function-query-batch-id'

const batchId = (description: string) =>
  Type.String({ minLength: 1, maxLength: WAREHOUSE_ID_MAX_CHARACTERS, description })

const batchOf = <Cell extends ReturnType<typeof Type.Unsafe>>(cell: Cell, cells: number, description: string) =>
  Type.Array(Type.Array(cell, { minItems: cells, maxItems: cells }), {
    minItems: 1,
    maxItems: WAREHOUSE_BATCH_MAX_COUNT,
    description,
  })

export const BigQueryBatch = Type.Object({
  requestId: batchId('Unique among the requests of a query.'),
  caller: batchId('The job that runs the query.'),
  calls: batchOf(Type.Unsafe<string | null>({ type: ['string', 'null'] }), 1, 'One address, or null, for each row.'),
})
export type BigQueryBatch = Static<typeof BigQueryBatch>

/** Exactly one of the two is present. */
export const WarehouseVerdict = strict({ result: nullable(ValidationResult), error: nullable(RowError) })
export type WarehouseVerdict = Static<typeof WarehouseVerdict>

export const BigQueryReplies = strict({
  replies: Type.Array(nullable(WarehouseVerdict), { description: 'In the order of calls. A null stays null.' }),
})
export type BigQueryReplies = Static<typeof BigQueryReplies>

export const BigQueryFailure = strict({
  errorMessage: Type.String({ description: 'BigQuery shows it with the failed query.' }),
})
export type BigQueryFailure = Static<typeof BigQueryFailure>

export const SnowflakeHeaders = Type.Object({
  [SNOWFLAKE_BATCH_HEADER]: batchId('Identifies the batch. Snowflake repeats it when it retries.'),
})

export const SnowflakeBatch = Type.Object({
  data: batchOf(
    Type.Unsafe<number | string | null>({ type: ['integer', 'string', 'null'] }),
    2,
    'The number of the row and one address, or null.',
  ),
})
export type SnowflakeBatch = Static<typeof SnowflakeBatch>

export const SnowflakeAnswer = strict({
  data: Type.Array(
    Type.Array(Type.Unsafe<number | WarehouseVerdict | null>({ type: ['integer', 'object', 'null'] }), {
      minItems: 2,
      maxItems: 2,
    }),
    { description: 'The number of each row and its `WarehouseVerdict`. A null stays null.' },
  ),
})
export type SnowflakeAnswer = Static<typeof SnowflakeAnswer>
