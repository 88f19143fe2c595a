import { Fragment, type ReactNode } from 'react'
import { formatParts, type Values } from '../texts/format.ts'

/** A message of the catalog with elements as values. */
export function Text<Message extends string>({
  message,
  values,
}: {
  message: Message
  values: Values<Message, ReactNode>
}) {
  return formatParts<ReactNode>(message, values as Record<string, ReactNode>).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message keep their order
    <Fragment key={at}>{part}</Fragment>
  ))
}
