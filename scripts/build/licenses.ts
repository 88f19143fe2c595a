// Licenses of the packages whose code a build takes in.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

export function collectLicenses(): { plugin(): Plugin; write(folder: string): void } {
  const folders = new Set<string>()
  return {
    plugin: () => ({
      name: 'collect-licenses',
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle))
          for (const id of file.type === 'chunk' ? file.moduleIds : []) {
            const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace(/^\0/, ''))?.[0]
            if (folder) folders.add(folder)
          }
      },
    }),
    write(folder) {
      const texts = new Set([...folders].map(licenseOf))
      writeFileSync(join(folder, 'licenses.txt'), [...texts].sort().join(`\n${'-'.repeat(80)}\n\n`))
    },
  }
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : `License: ${license}`
  return `${name} ${version}\n\n${text}\n`
}
