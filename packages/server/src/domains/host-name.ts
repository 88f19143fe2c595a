const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
/** Underscores are outside RFC 952, but stand in real records. */
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`)

/** A host name in its usual form, lower case and without the final dot; undefined when it is none. */
export function hostNameOf(text: string): string | undefined {
  const name = text.toLowerCase().replace(/\.$/, '')
  return HOST_NAME.test(name) ? name : undefined
}
