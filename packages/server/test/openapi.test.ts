// openapi.json as it lies in the repository; `npm run check` holds that it is what the routes say.
import { readFileSync } from 'node:fs'
import { ERROR_CODES, type ErrorCode } from '@mailsift/contract'
import { expect, test } from 'vitest'

type Media = { schema: object; example?: unknown; examples?: Record<string, { $ref: string }> }
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: { name: string; description?: string; required?: boolean; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')
const document = JSON.parse(text) as {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { properties?: Record<string, { description?: string }> }>
    examples: Record<string, { value: object }>
  }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('every body, answer, required parameter and error has an example, and no error hides behind a default', () => {
  for (const { operationId, parameters = [], requestBody, responses } of operations) {
    for (const { required, example } of parameters) if (required) expect(example, operationId).toBeDefined()
    const bodies = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))
    for (const { example, examples } of bodies) expect(example ?? examples, operationId).toBeDefined()
    expect(JSON.stringify([parameters, bodies]), operationId).not.toContain('"text"')
    expect(responses.default, operationId).toBeUndefined()
    expect(Object.keys(responses).filter((status) => status >= '400').length, operationId).toBeGreaterThan(2)
  }
})

test('every resource is named, and written out in one place', () => {
  for (const { operationId, requestBody, responses } of operations)
    for (const part of [requestBody, ...Object.values(responses)])
      for (const { schema } of Object.values(part?.content ?? {}))
        expect(
          Object.keys(schema).filter((key) => key === 'properties'),
          operationId,
        ).toEqual([])
})

test('every flag is described', () => {
  for (const [name, { description }] of Object.entries(document.components.schemas.Validations!.properties!))
    expect(description, name).toMatch(/\.$/)
})

test('every operation and every parameter says what it is for', () => {
  const silent = operations.flatMap(({ operationId, summary, description, parameters = [] }) => [
    ...(summary && description?.endsWith('.') ? [] : [operationId]),
    ...parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
  ])
  expect(silent).toEqual([])
})

/** Answered where there is no operation: links into the file store, other methods, and what is hardly a request. */
const ELSEWHERE: ErrorCode[] = [
  ...(['upload_mismatch', 'link_expired', 'length_required', 'upload_exists', 'range_not_satisfiable'] as const),
  ...(['method_not_allowed', 'expectation_failed'] as const),
]

test('every error code is one of an operation, with its own example', () => {
  const named = new Set(
    operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content }) =>
        Object.keys(content?.['application/problem+json']?.examples ?? {}),
      ),
    ),
  )
  expect([...named, ...ELSEWHERE].toSorted()).toEqual(ERROR_CODES.toSorted())
  expect(Object.keys(document.components.examples).toSorted()).toEqual([...named].toSorted())
})

test('operations are in the order of use: Validate first, Account last', () => {
  const order = document.tags.map(({ name }) => name)
  expect([order[0], order.at(-1)]).toEqual(['Validate', 'Account'])
  const ranks = operations.map(({ tags }) => order.indexOf(tags[0]!))
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
  expect(new Set(ranks).size).toBe(order.length)
})
