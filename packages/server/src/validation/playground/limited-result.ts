import type { ValidationResult } from '@mailsift/contract'
import { type Accepted, render } from '@mailsift/engine'

/** The playground's result: every required field of §2.3, but no names and nothing about the lists behind it. */
export function limitedResult(verdict: Accepted, id: string): ValidationResult {
  const { metadata, ...result } = render(verdict, id)
  const { is_disposable, is_subdomain, root, inbound } = metadata.domain
  return {
    ...result,
    first_name: '',
    last_name: '',
    metadata: { username: metadata.username, domain: { is_disposable, is_subdomain, root, inbound } },
  }
}
