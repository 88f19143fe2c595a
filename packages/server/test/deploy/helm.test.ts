import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { describeConfig } from '../../src/config/describe.ts'
import { renderChart, renderTemplate } from './helm.ts'

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')

type Resource = { apiVersion: string; kind: string; metadata: { name: string }; data?: Record<string, string> }
type Values = { image: { repository: string; tag: string }; host: string; settings: Record<string, string> }

const resourcesIn = (text: string) =>
  parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as Resource
  })
const rendered = (values: Values) => [...renderChart(values).values()].flatMap(resourcesIn)
const readValues = async () => parse(await read('deploy/helm/values.yaml')) as Values

test('the chart gives the manifests of deploy/kubernetes without the migration, with image, host and settings replaced', async () => {
  const values = await readValues()
  const { resources } = parse(await read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] }
  const texts = await Promise.all(
    resources.filter((file) => file !== 'migrate.yaml').map((file) => read(`deploy/kubernetes/${file}`)),
  )
  const plain = texts.join('\n---\n')
  const byName = (all: Resource[]) =>
    Object.fromEntries(all.map((each) => [`${each.kind} ${each.metadata.name}`, each] as const))
  const { version } = JSON.parse(await read('package.json'))
  const withImage = plain.replaceAll('image: mailsift', `image: ${values.image.repository}:${version}`)
  expect(byName(rendered(values))).toEqual(byName(resourcesIn(withImage)))

  const other = { ...values, image: { repository: 'hub.example/sift', tag: 'v9' }, host: 'mail.example.org' }
  const text = [...renderChart(other).values()].join('\n')
  expect(text).toContain('image: hub.example/sift:v9\n')
  expect(text).toContain('- host: mail.example.org\n')
  expect(text).not.toContain('image: mailsift')
})

test('the settings of the chart exist, are those of the manifests, and its version is that of the service', async () => {
  const { settings } = await readValues()
  const { data } = parse(await read('deploy/kubernetes/settings.yaml'))
  expect(settings).toEqual(data)
  const known = new Set(describeConfig(readConfig({})).map(({ name }) => name))
  expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([])
  const { version } = JSON.parse(await read('package.json'))
  expect(parse(await read('deploy/helm/Chart.yaml'))).toMatchObject({ apiVersion: 'v2', version, appVersion: version })
})

describe('the schema of the values', async () => {
  const accepts = new Ajv().compile(JSON.parse(await read('deploy/helm/values.schema.json')))
  const values = await readValues()
  const { settings, image } = values

  test('accepts those of the chart', () => {
    expect(accepts(values) || accepts.errors).toBe(true)
  })

  test.for([
    ['a key that the chart does not have', { ...values, replicas: 3 }],
    ['a number as a setting', { ...values, settings: { ...settings, WORKERS: 2 } }],
    ['a setting in small letters', { ...values, settings: { ...settings, workers: '2' } }],
    ['a secret among the settings', { ...values, settings: { ...settings, SECRET: 'x' } }],
    ['no public address', { ...values, settings: { BLOBS: settings.BLOBS } }],
    ['an address as the host', { ...values, host: 'https://mail.contoso.com' }],
    ['an image with its tag in its name and none beside', { ...values, image: { repository: image.repository } }],
  ] as const)('refuses %s', ([, wrong]) => expect(accepts(wrong)).toBe(false))
})

test('the renderer refuses what it does not know', () => {
  const scope = { Values: { host: 'a' } }
  expect(renderTemplate('{{/* a comment */}}{{ .Values.host | print "b" }}', scope)).toBe('ba')
  for (const unknown of [
    '{{- .Values.host }}',
    '{{ range .Values }}',
    '{{ .Values.none }}',
    '{{ quote .Values.host }}',
  ])
    expect(() => renderTemplate(unknown, scope), unknown).toThrow()
})
