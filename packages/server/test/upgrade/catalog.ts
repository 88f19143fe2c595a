import type pg from 'pg'

/** Everything that the schema consists of, one line each, in an order of its own: two databases with the same lines have the same schema. */
export async function readCatalog(client: pg.Client): Promise<string[]> {
  const lines: string[] = []
  for (const question of QUESTIONS) {
    const { rows } = await client.query<{ line: string }>(question)
    lines.push(...rows.map(({ line }) => line))
  }
  return lines
}

const HERE = 'current_schema()::regnamespace'

const QUESTIONS = [
  `SELECT format('%s %s %s %s', relkind, relname, relpersistence, reloptions) AS line
   FROM pg_class WHERE relnamespace = ${HERE} AND relkind <> 'i' ORDER BY relname`,
  // Positions count what is there: a dropped column leaves a number unused.
  `SELECT format('column %s %s. %s %s%s%s storage %s collation %s identity %s default %s', relname,
     row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname, format_type(atttypid, atttypmod),
     CASE WHEN attnotnull THEN ' not null' END, attgenerated, attstorage, attcollation::regcollation, attidentity,
     pg_get_expr(adbin, adrelid)) AS line
   FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
   WHERE relnamespace = ${HERE} AND relkind IN ('r', 'p', 'v') AND attnum > 0 AND NOT attisdropped ORDER BY relname, attnum`,
  // PostgreSQL 18 lists NOT NULL here too, by the name that the column had first; the columns above have it.
  `SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line
   FROM pg_constraint WHERE connamespace = ${HERE} AND contype <> 'n' ORDER BY 1`,
  `SELECT indexdef AS line FROM pg_indexes WHERE schemaname = current_schema() ORDER BY indexname`,
  `SELECT format('view %s %s', viewname, definition) AS line FROM pg_views WHERE schemaname = current_schema() ORDER BY 1`,
  `SELECT pg_get_functiondef(oid) AS line FROM pg_proc WHERE pronamespace = ${HERE} ORDER BY proname`,
  // A dump writes the comparison of rows as a flat chain of ORs: the parentheses differ, and nothing else.
  `SELECT translate(pg_get_triggerdef(pg_trigger.oid), '()', '') AS line FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
   WHERE relnamespace = ${HERE} AND NOT tgisinternal ORDER BY tgname`,
  `SELECT format('sequence %s %s %s..%s by %s %s', sequencename, data_type, min_value, max_value, increment_by, cycle) AS line
   FROM pg_sequences WHERE schemaname = current_schema() ORDER BY sequencename`,
]
