import type pg from 'pg'

type Column = { name: string; dataTypeID: number }
type Described = { columns: Column[] } | { error: string }

/** The columns that a statement returns, as PostgreSQL says when it prepares the statement. Nothing runs. */
export function describeStatement(client: pg.Client, text: string): Promise<Described> {
  return new Promise((resolve) => {
    let columns: Column[] = []
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ text, name: '', types: [] } as never, true)
        connection.describe({ type: 'S', name: '' } as never, true)
        connection.sync()
      },
      handleRowDescription({ fields }: { fields: Column[] }) {
        columns = fields
      },
      // The client answers the end of the query itself after an error.
      handleError(problem: Error) {
        resolve({ error: problem.message })
      },
      handleReadyForQuery() {
        resolve({ columns })
      },
    } as never)
  })
}
