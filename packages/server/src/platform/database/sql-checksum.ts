import { createHash } from 'node:crypto'

/**
 * One token of SQL or of what is between tokens. Literals, quoted identifiers and dollar-quoted bodies are whole tokens: two hyphens in
 * them are content. Block comments nest, which no pattern can follow: only their start is matched here.
 */
const createToken = () =>
  /(?<skipped>\s+|--[^\n]*)|(?<block>\/\*)|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<dollar>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)|[\w\u0080-\uffff][\w$\u0080-\uffff]*|(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?])+|[\s\S]/gu

/** SHA-256 of the statements, the same however they are commented, indented and broken into lines. */
export function checksumOf(sql: string): string {
  return createHash('sha256').update(tokensOf(sql).join(' ')).digest('hex')
}

function tokensOf(sql: string): string[] {
  const tokens: string[] = []
  const pattern = createToken()
  for (let match = pattern.exec(sql); match; match = pattern.exec(sql)) {
    const { skipped, block, dollar } = match.groups!
    if (skipped !== undefined) continue
    if (block !== undefined) pattern.lastIndex = endOfBlockComment(sql, match.index)
    else if (dollar !== undefined) {
      const end = sql.indexOf(dollar, pattern.lastIndex)
      pattern.lastIndex = end < 0 ? sql.length : end + dollar.length
      tokens.push(sql.slice(match.index, pattern.lastIndex))
    } else tokens.push(match[0])
  }
  return tokens
}

function endOfBlockComment(sql: string, start: number): number {
  let depth = 0
  for (const { 0: mark, index } of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark === '/*' ? 1 : -1
    if (depth === 0) return start + index + mark.length
  }
  return sql.length
}
