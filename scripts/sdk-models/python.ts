// integrations/python: its models, and the synchronous client, which is the asynchronous one without `await`.
import { type Field, type Models, type Shape, snake } from './models.ts'

const HEAD = '# Generated from openapi.json by `npm run generate`. Do not edit.\n'

export function pythonModels({ models, enums, errorCodes }: Models): string {
  const aliases = [
    `ErrorCode = ${literalOf([...errorCodes, 'unexpected_response'])}`,
    ...enums.map(({ name, values }) => `${name} = ${literalOf(values)}`),
  ]
  return `${HEAD}"""What the service returns. Fields that a newer service adds are ignored."""
from __future__ import annotations

from dataclasses import dataclass, field as _field
from typing import Dict, List, Literal, Optional

${aliases.join('\n')}
${models
  .map(
    ({ name, description, fields }) =>
      `\n\n@dataclass(frozen=True)\nclass ${name}:\n${description ? docOf(description) : ''}${fields.map(fieldOf).join('')}`,
  )
  .join('')}`
}

function fieldOf({ wire, shape, isNullable, isRequired, description }: Field): string {
  const type = isNullable || !isRequired ? `Optional[${typeOf(shape)}]` : typeOf(shape)
  const name = snake(wire)
  const options = [...(isRequired ? [] : ['default=None']), ...(name === wire ? [] : [`metadata={"wire": "${wire}"}`])]
  const value = options.length === 0 ? '' : name === wire ? ' = None' : ` = _field(${options.join(', ')})`
  return `    ${name}: ${type}${value}\n${description ? docOf(description) : ''}`
}

const docOf = (text: string) => `    """${text}"""\n`
const literalOf = (values: readonly string[]) => `Literal[${values.map((value) => `"${value}"`).join(', ')}]`

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'string':
      return 'str'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'strings':
      return 'Dict[str, str]'
    case 'list':
      return `List[${typeOf(shape.of)}]`
    case 'enum':
      return shape.name ?? literalOf(shape.values)
    case 'model':
      return shape.name
  }
}

/** Each pattern is a whole word of the asynchronous source. */
const WORDS: readonly (readonly [asynchronous: RegExp, synchronous: string])[] = [
  [/\basync (def|for|with)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\bAwaitable\[(\w+)\]/g, '$1'],
  [/\bAwaitable, /g, ''],
  [/\b__a(enter|exit|iter)__\b/g, '__$1__'],
  [/\baclose\b/g, 'close'],
]

export function pythonSync(source: string): string {
  return HEAD + WORDS.reduce((text, [word, replacement]) => text.replace(word, replacement), source)
}
