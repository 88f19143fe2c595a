// Whether a proxy in front of the service accepts a whole file. The service refuses a request without a token before it
// reads the body; a proxy refuses by Content-Length. So the length is announced, but nothing is sent.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { UPLOAD_MAX_BYTES } from '@mailsift/contract/limits'
import { EXIT, PROXY_ADVICE } from '../exit.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5_000

export async function checkProxy(server: string): Promise<Finding> {
  const status = await statusFor(`${server}/v1/emails/bulk`, UPLOAD_MAX_BYTES).catch(() => undefined)
  if (status === 413) return { check: 'proxy', state: 'bad', detail: PROXY_ADVICE, exitCode: EXIT.service }
  if (status === undefined)
    return { check: 'proxy', state: 'odd', detail: 'no response to a request that announces 50 MiB' }
  return { check: 'proxy', state: 'good', detail: 'accepts uploads of 50 MiB' }
}

function statusFor(url: string, length: number): Promise<number | undefined> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': length }
    const request = send(url, { method: 'POST', headers, timeout: TIMEOUT_MS }, (response) => {
      resolve(response.statusCode)
      response.resume()
      request.destroy()
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('no response')))
    request.flushHeaders()
  })
}
