import { styleText } from 'node:util'
import { type Cell, fields, table } from '@mailsift/command/table'
import { type Context, print } from './context.ts'

export async function printTable(
  context: Pick<Context, 'stdout'>,
  names: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const [head, ...lines] = await table(names, rows)
  await print(context, `${styleText('bold', head!, { stream: context.stdout })}\n`)
  for (const line of lines) await print(context, `${line}\n`)
}

export async function printFields(context: Pick<Context, 'stdout'>, of: Record<string, Cell>): Promise<void> {
  for (const line of fields(of)) await print(context, `${line}\n`)
}

/** To the second, in the user's time zone. */
export function formatTime(time: string | number): string {
  return new Date(time).toLocaleString('sv')
}
