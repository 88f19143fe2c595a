// The part of n8n's contexts that the nodes use, over real HTTP.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const FOLDER = fileURLToPath(new URL('../../integrations/n8n', import.meta.url))
const requireBuilt = createRequire(join(FOLDER, 'package.json'))

type Fields = Record<string, unknown>
type Binary = { data: string; fileName?: string; mimeType?: string }
export type Item = { json: Fields; binary?: Record<string, Binary>; pairedItem?: unknown }
export type Credentials = { baseUrl: string; apiToken: string }
type Property = { name: string; default: unknown; displayOptions?: { show?: Record<string, unknown[]> } }
type Description = { properties: Property[] }
type HttpOptions = {
  method: string
  url: string
  qs?: Fields
  body?: unknown
  headers?: Record<string, string>
  encoding?: string
  json?: boolean
}

/** A node of the built package. */
export function loadNode<Node extends { description: Description }>(name: string): Node {
  const module = requireBuilt(`./dist/nodes/${name}/${name}.node.js`) as Record<string, new () => Node>
  return new module[name]!()
}

async function httpRequest({ method, url, qs = {}, body, headers = {}, encoding, json }: HttpOptions) {
  const target = new URL(url)
  for (const [name, value] of Object.entries(qs)) target.searchParams.set(name, String(value))
  const isJson = body !== undefined && !Buffer.isBuffer(body)
  const response = await fetch(target, {
    method,
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : new Uint8Array(body as Buffer) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = () => (json && bytes.length > 0 ? parse(bytes.toString()) : bytes.toString())
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: encoding === 'arraybuffer' ? bytes : text(),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What n8n gives a node that is not a trigger: parameters have the defaults of the description. */
export function baseContext(description: Description, parameters: Fields, credentials: Credentials) {
  const defaultOf = (name: string) => {
    const shown = description.properties.find(
      (property) =>
        property.name === name &&
        Object.entries(property.displayOptions?.show ?? {}).every(([other, values]) =>
          values.includes(parameters[other] ?? description.properties.find((each) => each.name === other)?.default),
        ),
    )
    return shown?.default
  }
  const helpers = {
    httpRequest,
    httpRequestWithAuthentication: (_type: string, options: HttpOptions) =>
      httpRequest({
        ...options,
        headers: { ...options.headers, 'service-email-api-token': credentials.apiToken },
      }),
  }
  return {
    helpers,
    getNode: () => ({ id: 'node-1', name: 'Mailsift', type: 'mailsift', typeVersion: 1, position: [0, 0], parameters }),
    getCredentials: async () => credentials,
    getParameter: (name: string) => parameters[name] ?? defaultOf(name),
  }
}
