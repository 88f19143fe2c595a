// integrations/php: its models, one class per file, as its autoloading wants.
import { camel, type Field, type Model, type Models, type Shape } from './models.ts'

export function phpModels({ models }: Models): Record<string, string> {
  return Object.fromEntries(models.map((model) => [`${model.name}.php`, classOf(model)]))
}

function classOf({ name, description, fields }: Model): string {
  return `<?php

// Generated from openapi.json by \`npm run generate\`. Do not edit.

declare(strict_types=1);

namespace Mailsift\\Model;

${description ? `/** ${description} */\n` : ''}final class ${name}
{
    public function __construct(
${fields.map(parameterOf).join('')}    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
${fields.map((field) => `            ${camel(field.wire)}: ${readOf(field)},\n`).join('')}        );
    }
}
`
}

function parameterOf({ wire, shape, isNullable, isRequired, description }: Field): string {
  const isOptional = isNullable || !isRequired
  const type = `${isOptional ? '?' : ''}${typeOf(shape)}`
  const documented = docTypeOf(shape)
  const doc = [documented && `@var ${documented}${isOptional ? '|null' : ''}`, description].filter(Boolean).join(' ')
  return `${doc ? `        /** ${doc} */\n` : ''}        public readonly ${type} $${camel(wire)}${isRequired ? '' : ' = null'},\n`
}

function readOf({ wire, shape, isNullable, isRequired }: Field): string {
  const value = `$json['${wire}']`
  const read = readShape(shape, value)
  if (isRequired && !isNullable) return read
  return read === value ? `${value} ?? null` : `isset(${value}) ? ${read} : null`
}

function readShape(shape: Shape, value: string): string {
  if (shape.kind === 'model') return `${shape.name}::fromJson(${value})`
  if (shape.kind === 'list' && shape.of.kind === 'model') return `array_map(${shape.of.name}::fromJson(...), ${value})`
  return value
}

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'list':
    case 'strings':
      return 'array'
    case 'model':
      return shape.name
    default:
      return 'string'
  }
}

/** The type, where the one of the language leaves something open. */
function docTypeOf(shape: Shape): string | undefined {
  if (shape.kind === 'enum') return shape.values.map((value) => `'${value}'`).join('|')
  if (shape.kind === 'strings') return 'array<string, string>'
  if (shape.kind === 'list') return `list<${docTypeOf(shape.of) ?? typeOf(shape.of)}>`
  return undefined
}
