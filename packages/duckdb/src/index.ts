// The verdict as a scalar function of DuckDB: mailsift(email) returns a struct. It is called with vectors of up to 2,048 addresses.
import {
  BOOLEAN,
  type DuckDBConnection,
  DuckDBScalarFunction,
  type DuckDBStructVector,
  STRUCT,
  structValue,
  VARCHAR,
} from '@duckdb/node-api'
import { createFlatRows, FLAT_COLUMNS } from '@mailsift/clean/flat-row'
import type { Engine, Policy, PolicyPreset } from '@mailsift/engine'

export type FunctionOptions = {
  /** The name of the function. */
  name?: string
  /** Fields of the struct; all unless given. */
  columns?: readonly string[]
  policy?: Policy | PolicyPreset
}

/** For all queries of this connection's database. NULL is an empty cell, not an error. */
export function registerMailsift(
  connection: DuckDBConnection,
  engine: Pick<Engine, 'validate' | 'suggest'>,
  { name = 'mailsift', columns: wanted, policy = 'marketing' }: FunctionOptions = {},
): void {
  const columns = FLAT_COLUMNS.filter((column) => !wanted || wanted.includes(column.name))
  const rowOf = createFlatRows(engine, policy)
  const returnType = STRUCT(
    Object.fromEntries(columns.map((column) => [column.name, column.kind === 'text' ? VARCHAR : BOOLEAN])),
  )
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name,
      parameterTypes: [VARCHAR],
      returnType,
      // NULL reaches the function.
      specialHandling: true,
      mainFunction(_info, input, output) {
        const addresses = input.getColumnVector(0)
        for (let row = 0; row < input.rowCount; row++) {
          const flat = rowOf(addresses.getItem(row) as string | null)
          ;(output as DuckDBStructVector).setItem(
            row,
            structValue(Object.fromEntries(columns.map((column) => [column.name, column.of(flat)]))),
          )
        }
        output.flush()
      },
    }),
  )
}
