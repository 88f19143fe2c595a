// How the text of each kind of setting is read. A complaint says what the value must be; the caller says whose value it is.
import { isIP } from 'node:net'
import type { EnrichmentSource } from '@mailsift/contract'
import { readSenderAddress } from '../mail/sender-address.ts'
import { readSmtpUrl } from '../mail/smtp-url.ts'
import { isDatabaseUrl } from '../platform/database/connection.ts'
import { readListenAddress } from '../platform/listening.ts'
import { isPublicAddress } from '../platform/outbound/public-address.ts'
import { readSecrets } from '../platform/secrets.ts'

export type Parse<T> = (text: string) => T

export const text: Parse<string> = (value) => value

/** An email address, or a page; both go into a file of lines. */
export const contact: Parse<string> = (value) => {
  const isPage = value.startsWith('https://') && URL.canParse(value)
  const [local, domain, ...more] = value.split('@')
  const isAddress = Boolean(local && domain?.includes('.')) && more.length === 0 && !value.includes(':')
  if (/^[!-~]+$/.test(value) && (isPage || isAddress)) return value
  throw new Error('must be an email address or an https URL')
}

/** Text allowed in the comment of a User-Agent header (RFC 9110 §5.6.5). */
export const headerText: Parse<string> = (value) => {
  if (!/^[ -~]*$/.test(value)) throw new Error('must contain only ASCII characters')
  return value
}

/** `name=value`, separated by commas; values are percent-encoded. */
export const otlpHeaders: Parse<string> = (value) => {
  const isPair = (pair: string) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+=[!-~]*$/.test(pair.trim()) && isEncoded(pair)
  if (!value.split(',').every(isPair)) throw new Error('must be name=value pairs, separated by commas')
  return value
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export function integer(min: number, max: number): Parse<number> {
  return (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`)
    return number
  }
}

export function choice<const T extends string>(...values: T[]): Parse<T> {
  return (value) => {
    if (!values.includes(value as T)) throw new Error(`must be one of ${values.join(', ')}`)
    return value as T
  }
}

export const list: Parse<readonly string[]> = (value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** For tokens: an answer that every page may read would invite pages to ask for them. */
export const origins: Parse<readonly string[]> = (value) =>
  list(value).map((text) => {
    if (text.includes('*')) throw new Error('must list each origin; * is not allowed')
    if (!URL.canParse(text) || !/^https?:/.test(text) || new URL(text).origin !== text)
      throw new Error('must be origins such as https://app.contoso.com, separated by commas')
    return text
  })

export const domains: Parse<readonly string[]> = (value) =>
  list(value).map((domain) => {
    if (!/^(?:[a-z0-9][a-z0-9-]*\.)+[a-z0-9-]{2,}$/i.test(domain))
      throw new Error('must be domains such as contoso.com, separated by commas')
    return domain.toLowerCase()
  })

export const onOff: Parse<boolean> = (value) => choice('on', 'off')(value) === 'on'

export const url =
  (...protocols: string[]): Parse<string> =>
  (value) => {
    const parsed = URL.parse(value)
    if (!parsed || !protocols.includes(parsed.protocol))
      throw new Error(`must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    return value
  }

/** A list is public: an address with a password in it would end up in logs and in the table of lists. */
export const listSources: Parse<readonly string[]> = (value) =>
  list(value).map((source) => {
    const parsed = URL.parse(source)
    if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password)
      throw new Error('must be URLs that start with https:// or http://, separated by commas')
    return parsed.href
  })

export const databaseUrl: Parse<string> = (value) => {
  if (!isDatabaseUrl(value)) throw new Error('must be a URL that starts with postgres:// or postgresql://')
  return value
}

/** Read again where it is used: a setting is text. */
export const smtpUrl: Parse<string> = (value) => {
  readSmtpUrl(value)
  return value
}

export const senderAddress: Parse<string> = (value) => {
  readSenderAddress(value)
  return value
}

export const hostName: Parse<string> = (value) => {
  if (!isIP(value) && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value))
    throw new Error('must be an IP address or a host name')
  return value
}

export const networks: Parse<readonly string[]> = (value) =>
  list(value).map((network) => {
    const [address = '', bits, ...rest] = network.split('/')
    const version = isIP(address)
    if (
      !version ||
      rest.length ||
      (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
    )
      throw new Error('must be IP addresses or ranges such as 10.0.0.0/8, separated by commas')
    return network
  })

export const resolvers: Parse<readonly string[]> = (value) =>
  list(value).map((server) => {
    const [, v6, v4, port] =
      /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(isIP(server) === 6 ? `[${server}]` : server) ?? []
    if (!isIP(v6 ?? v4 ?? '') || (port && (Number(port) < 1 || Number(port) > 65_535)))
      throw new Error('must be IP addresses with an optional port, separated by commas')
    return server
  })

export const canaries: Parse<readonly string[]> = (value) => (value === 'off' ? [] : list(value))

export const blocklists: Parse<readonly string[]> = (value) =>
  list(value).map((entry) => {
    if (!/^(?:domain|address):[a-z0-9.-]+=https?:\/\/\S+$/.test(entry))
      throw new Error(
        'must be lists such as address:zone.example=https://zone.example/terms, separated by commas: kind, zone, and the URL of the terms of use',
      )
    return entry
  })

/** A host name with a domain, as other mail servers look it up. */
export const fullHostName: Parse<string> = (value) => {
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(value) || isIP(value))
    throw new Error('must be a full host name, such as probe.contoso.com')
  return value.toLowerCase()
}

export const mailbox: Parse<string> = (value) => {
  if (!/^[a-z0-9._+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(value))
    throw new Error('must be an email address, such as postmaster@contoso.com')
  return value
}

/** An address that servers on the internet can see. */
export const publicAddress: Parse<string> = (value) => {
  if (!isPublicAddress(value)) throw new Error('must be a public IPv4 or IPv6 address')
  return value
}

export const hostEndings: Parse<readonly string[]> = (value) =>
  list(value).map((ending) => {
    if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(ending))
      throw new Error('must be host names or their endings, such as google.com, separated by commas')
    return ending.toLowerCase()
  })

export const listenAddress: Parse<string> = (value) => {
  if (!readListenAddress(value)) throw new Error('must be an IP address and a port, such as 127.0.0.1:9464')
  return value
}

export const blobStore: Parse<string> = (value) => {
  if (value !== 'disk' && !/^s3:\/\/[a-z0-9][a-z0-9.-]+(\/|$)/.test(value))
    throw new Error('must be disk or s3://bucket/prefix')
  return value
}

/** Only the type comes from the contract: the supervisor reads settings and should not load all schemas for it. */
export const ENRICHMENT_SOURCES = [
  'website',
  'wikidata_person',
  'wikidata_company',
] as const satisfies readonly EnrichmentSource[]
export const sources: Parse<readonly EnrichmentSource[]> = (value) => list(value).map(choice(...ENRICHMENT_SOURCES))

export const baseUrl: Parse<string> = (value) => {
  if (!/\/v1$/.test(url('http:', 'https:')(value))) throw new Error('must end in /v1')
  return value
}

export function secret(value: string): string {
  if (value.length < 32) throw new Error('must have at least 32 characters')
  return value
}

export function secrets(value: string): string {
  if (readSecrets(value).some((each) => each.length < 32))
    throw new Error('must have at least 32 characters per secret')
  return value
}
