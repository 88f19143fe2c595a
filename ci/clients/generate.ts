// node generate.ts <openapi.json> <folder>: the clients of both generators.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'

const [description, folder] = process.argv.slice(2) as [string, string]
await writeFile(join(folder, 'api.ts'), astToString(await openapiTypescript(pathToFileURL(description))))
await createClient({
  input: description,
  output: { path: join(folder, 'hey-api'), module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
})
