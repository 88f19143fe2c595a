import { PlaygroundTicket, UsageReport, ValidationResult } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { describeApi } from '../../src/openapi.ts'

type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: { deprecated?: boolean } }[]
  security?: object[]
  responses: Record<string, { content: Record<string, { schema: unknown }> }>
}

/** The other tests hold every answer against the contract; this one holds the contract against what is published. */
test('OpenAPI publishes the operations with the schemas that the answers are tested against', async () => {
  const { paths, components } = (await describeApi()) as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, unknown> }
  }
  /** With every reference replaced by the schema that it names. */
  const resolved = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema), (_key, value) =>
      typeof value?.$ref === 'string' ? resolved(components.schemas[value.$ref.split('/').at(-1)!]) : value,
    )
  const published = (path: string, method: string, status: number) =>
    resolved(paths[path]![method]!.responses[status]!.content['application/json']!.schema)
  const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema))
  expect(published('/v1/emails/validate', 'get', 200)).toEqual(plain(ValidationResult))
  expect(published('/account/usage', 'get', 200)).toEqual(plain(UsageReport))
  expect(published('/playground/tickets', 'post', 201)).toEqual(plain(PlaygroundTicket))

  const validate = paths['/v1/emails/validate']!.get!
  expect(validate.parameters!.map(({ name, required }) => [name, required])).toEqual([
    ['email', true],
    ['validate_domain', false],
    ['validate_mx', false],
    ['idempotency-key', false],
  ])
  const names = (security?: object[]) => security?.flatMap((scheme) => Object.keys(scheme))
  expect(names(validate.security)).toEqual(['token', 'session', 'httpsSession', 'bearer', 'playgroundTicket'])
  expect(names(paths['/account/tokens']!.post!.security)).toEqual(['session', 'httpsSession', 'bearer'])
  expect(paths['/playground/tickets']!.post!.security).toEqual([])
})
