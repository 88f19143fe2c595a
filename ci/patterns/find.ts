import { stripTypeScriptTypes } from 'node:module'
import { type Node, parse } from 'acorn'

type Pattern = { source: string; flags: string; line: number }
export type Found = {
  patterns: Pattern[]
  /** Lines where an expression is put together while the program runs, so that its text stands nowhere. */
  assembled: number[]
}

/** Every regular expression of a TypeScript file. */
export function findPatterns(typescript: string): Found {
  const found: Found = { patterns: [], assembled: [] }
  walk(parse(stripTypeScriptTypes(typescript), { ecmaVersion: 'latest', sourceType: 'module', locations: true }), found)
  return found
}

type AnyNode = Node & { regex?: { pattern: string; flags: string }; callee?: { name?: string } }

function walk(value: unknown, found: Found): void {
  if (Array.isArray(value)) for (const one of value) walk(one, found)
  else if (isNode(value)) {
    const line = value.loc?.start.line ?? 0
    if (value.regex) found.patterns.push({ source: value.regex.pattern, flags: value.regex.flags, line })
    if (value.callee?.name === 'RegExp') found.assembled.push(line)
    for (const part of Object.values(value)) walk(part, found)
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** The patterns that the schemas of an OpenAPI document put to what a client sends. */
export function findSchemaPatterns(document: unknown): Set<string> {
  const sources = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('pattern' in value && typeof value.pattern === 'string') sources.add(value.pattern)
    for (const part of Object.values(value)) look(part)
  }
  look(document)
  return sources
}
