// Helm is not in Debian, so nothing renders the chart here. It is thin enough to check what its templates refer to.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')

test('the chart renders manifests of deploy/kubernetes, and replaces what they contain', async () => {
  const template = await read('deploy/helm/templates/manifests.yaml')
  const names = [...template.match(/list ((?:"\w+" ?)+)/)![1]!.matchAll(/"(\w+)"/g)].map(([, name]) => name!)
  const { resources } = parse(await read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] }
  // The settings have a template, and the first new pod migrates the database.
  const rest = resources.filter((file) => !['settings.yaml', 'migrate.yaml'].includes(file))
  expect(names.map((name) => `${name}.yaml`)).toEqual(rest)
  const texts = await Promise.all(names.map((name) => read(`deploy/helm/manifests/${name}.yaml`)))
  for (const [, replaced] of template.matchAll(/replace "([^"]+)"/g)) expect(texts.join('')).toContain(replaced)
})

test('the values of the chart are the settings of the manifests, and its version is that of the service', async () => {
  const values = parse(await read('deploy/helm/values.yaml'))
  const { data } = parse(await read('deploy/kubernetes/settings.yaml'))
  expect(values.settings).toEqual(data)
  const { version } = JSON.parse(await read('package.json'))
  expect(parse(await read('deploy/helm/Chart.yaml'))).toMatchObject({ apiVersion: 'v2', version, appVersion: version })
})
