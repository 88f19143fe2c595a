import { ERRORS, type ErrorCode } from '@mailsift/contract'

export type Answer = { status: number; headers?: Record<string, string>; json?: unknown; body?: string | Buffer }

export function problem(code: ErrorCode, headers: Record<string, string> = {}): Answer {
  const { status, title } = ERRORS[code]
  const json = { type: `/docs/errors/${code}`, title, status, detail: `${title}.`, code, request_id: 'r-1' }
  return { status, json, headers: { 'request-id': 'r-1', 'content-type': 'application/problem+json', ...headers } }
}
