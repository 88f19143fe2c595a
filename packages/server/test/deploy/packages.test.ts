// The files by which operators run Mailsift, held against the schemas of those who read them. scripts/test-image.sh builds and runs the image.
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { describeConfig } from '../../src/config/describe.ts'

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')
const SETTINGS = new Set(describeConfig(readConfig({})).map(({ name }) => name))
/** What the client of the object store reads on its own. */
const CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
const unknownSettings = (names: string[]) => names.filter((name) => !SETTINGS.has(name) && !CREDENTIALS.includes(name))

test('the last stage of the Dockerfile runs as a user other than root, watched by its readiness', async () => {
  const text = await read('Dockerfile')
  const stages = text.split(/^FROM /m)
  const last = stages.at(-1)!
  expect(stages.length).toBeGreaterThan(2)
  for (const line of [/^USER 10001:10001$/m, /^VOLUME \/data$/m, /^HEALTHCHECK .*healthcheck\.mjs/m, /^ENTRYPOINT \[/m])
    expect(last).toMatch(line)
})

type Compose = {
  services: Record<
    string,
    {
      image: string
      read_only?: boolean
      environment?: Record<string, string>
      networks: string[] | Record<string, unknown>
    }
  >
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>
}

const COMPOSE_FILES = ['deploy/compose.yaml', 'deploy/compose.fleet.yaml']

test.each(COMPOSE_FILES)('%s runs nodes read-only, with settings that exist', async (path) => {
  const compose: Compose = parse(await read(path), { merge: true })
  const nodes = Object.values(compose.services).filter(({ image }) => image === 'mailsift')
  expect(nodes.length).toBeGreaterThan(0)
  for (const { read_only, environment = {} } of nodes) {
    expect(read_only).toBe(true)
    expect(unknownSettings(Object.keys(environment))).toEqual([])
  }
})

const KINDS = [
  'v1 ConfigMap',
  'v1 Service',
  'apps/v1 Deployment',
  'batch/v1 CronJob',
  'batch/v1 Job',
  'policy/v1 PodDisruptionBudget',
  'autoscaling/v2 HorizontalPodAutoscaler',
  'networking.k8s.io/v1 Ingress',
  'networking.k8s.io/v1 NetworkPolicy',
]
type Container = {
  env?: { name: string; value?: string }[]
  securityContext: object
  livenessProbe?: object
  ports?: { name: string; containerPort: number }[]
}
type Policy = { policyTypes: string[]; podSelector: { matchLabels: Record<string, string> }; ingress?: PolicyRule[] }
type PolicyRule = { from: object[]; ports: { port: number }[] }
type Pod = { metadata: { labels: object }; spec: { securityContext: object; containers: Container[] } }
type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: {
    selector?: { matchLabels: object }
    scaleTargetRef?: { name: string }
    jobTemplate?: { spec: { template: Pod } }
    template?: Pod
  }
}

const podsOf = (resources: Resource[]): Pod[] =>
  resources.flatMap(({ spec }) => spec?.template ?? spec?.jobTemplate?.spec.template ?? [])

async function readResources(): Promise<Resource[]> {
  const { resources } = parse(await read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] }
  const texts = await Promise.all(resources.map((name) => read(`deploy/kubernetes/${name}`)))
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Resource))
}

test('there are resources of every kind for Kubernetes that a fleet needs', async () => {
  const kinds = (await readResources()).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
  expect([...new Set(kinds)].toSorted()).toEqual(KINDS.toSorted())
})

test('pods run read-only without privileges, with settings that exist, and budgets and autoscalers point at them', async () => {
  const resources = await readResources()
  const ofKind = (kind: string) => resources.filter((resource) => resource.kind === kind)
  const deployments = ofKind('Deployment')
  for (const { spec } of podsOf([...deployments, ...ofKind('Job'), ...ofKind('CronJob')])) {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
    for (const { securityContext, env = [] } of spec.containers) {
      expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
      // An entry without a value is filled in by Kubernetes, for the others to use.
      const settings = env.filter(({ value }) => value !== undefined)
      expect(unknownSettings(settings.map(({ name }) => name))).toEqual([])
    }
  }
  for (const { spec, metadata } of deployments) {
    const { labels } = spec!.template!.metadata
    for (const { livenessProbe } of spec!.template!.spec.containers) expect(livenessProbe).toBeDefined()
    expect(spec!.selector).toEqual({ matchLabels: labels })
    expect(ofKind('PodDisruptionBudget').map((budget) => budget.spec!.selector)).toContainEqual({ matchLabels: labels })
    expect(ofKind('HorizontalPodAutoscaler').map((scaler) => scaler.spec!.scaleTargetRef?.name)).toContain(
      metadata.name,
    )
  }
  for (const { data } of ofKind('ConfigMap')) {
    expect(unknownSettings(Object.keys(data!))).toEqual([])
    expect(() =>
      readConfig({ ...data, ROLE: 'api', DATABASE_URL: 'postgres://x@y/z', SECRET: 'x'.repeat(64) }),
    ).not.toThrow()
  }
})

test('every pod accepts only the API port from the ingress controller and the metrics port from Prometheus', async () => {
  const resources = await readResources()
  const policies = resources.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as unknown as Policy)
  const [ingress, ...rest] = policies.filter(({ policyTypes }) => policyTypes.includes('Ingress'))
  expect(rest).toEqual([])
  const from = (namespace: string) => [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } },
  ]
  expect(ingress!.ingress).toEqual([
    { from: from('haproxy-controller'), ports: [{ port: 3000 }] },
    { from: from('monitoring'), ports: [{ port: 9464 }] },
  ])
  const pods = podsOf(resources)
  expect(pods).toHaveLength(4)
  for (const { podSelector } of policies)
    for (const { metadata } of pods) expect(metadata.labels).toMatchObject(podSelector.matchLabels)
})

test('metrics of a pod listen on their own port at the address of the pod', async () => {
  const resources = await readResources()
  const containers = resources
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => spec!.template!.spec.containers)
  expect(containers).toHaveLength(2)
  for (const { env, ports } of containers) {
    const { value } = env!.find(({ name }) => name === 'METRICS_LISTEN')!
    const { containerPort } = ports!.find(({ name }) => name === 'metrics')!
    expect(value).toBe(`$(POD_IP):${containerPort}`)
    expect(env!.findIndex(({ name }) => name === 'POD_IP')).toBeGreaterThanOrEqual(0)
    expect(() => readConfig({ METRICS_LISTEN: value!.replace('$(POD_IP)', '10.42.7.9') })).not.toThrow()
  }
})

test('pods believe no more than 16 addresses about who their clients are', async () => {
  const { data } = (await readResources()).find(({ kind }) => kind === 'ConfigMap')!
  for (const network of data!.TRUST_PROXY!.split(',')) expect(Number(network.split('/')[1])).toBeGreaterThanOrEqual(28)
})

test('nodes believe the proxy of the fleet on every network that it shares with them', async () => {
  const { services, networks }: Compose = parse(await read('deploy/compose.fleet.yaml'), { merge: true })
  const nodes = services['api-1']!
  const trusted = nodes.environment!.TRUST_PROXY!.split(',')
  const shared = Object.keys(services.proxy!.networks).filter((name) => (nodes.networks as string[]).includes(name))
  expect(shared.length).toBeGreaterThan(0)
  expect(shared.map((name) => networks[name]!.ipam!.config[0]!.subnet)).toEqual(trusted)
})

type Probed = { startupProbe: object; livenessProbe: object }
type Deployed = { kind: string; spec: { template: { spec: { containers: Probed[] } } } }

test.each(['api', 'worker'])('what kills a pod of the %s asks only whether its supervisor listens', async (role) => {
  const documents = parseAllDocuments(await read(`deploy/kubernetes/${role}.yaml`)).map((one) => one.toJS() as Deployed)
  const [container] = documents.find(({ kind }) => kind === 'Deployment')!.spec.template.spec.containers
  for (const probe of [container!.startupProbe, container!.livenessProbe])
    expect(probe).toMatchObject({ tcpSocket: { port: 'metrics' } })
})

test('workers are scaled by a metric that the adapter makes of the age of the queue', async () => {
  const worker = await read('deploy/kubernetes/worker.yaml')
  const { rules } = parse(await read('deploy/kubernetes/prometheus-adapter.yaml'))
  const [{ name, seriesQuery, metricsQuery }] = rules.external
  expect(worker).toContain(`metric: { name: ${name.as} }`)
  const sources = await readdir(new URL('packages/server/src', ROOT), { recursive: true })
  const texts = await Promise.all(
    sources.filter((path) => path.endsWith('.ts')).map((path) => read(`packages/server/src/${path}`)),
  )
  for (const query of [seriesQuery, metricsQuery])
    expect(texts.join('\n')).toContain(`'${/mailsift_\w+/.exec(query)![0]}'`)
})
