/** MAIL_FROM: an address, or a name and an address as `Mailsift <mail@contoso.com>`. */
export type SenderAddress = { name: string; address: string }

const ADDRESS = /^[a-z0-9_'+.-]+@(?:[a-z0-9][a-z0-9-]*\.)*[a-z0-9-]+$/i
const DEFAULT_NAME = 'Mailsift'

export function readSenderAddress(text: string): SenderAddress {
  const [, name, inBrackets] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? []
  const address = (inBrackets ?? text).trim()
  if (!ADDRESS.test(address))
    throw new Error('must be an address such as mail@contoso.com or Mailsift <mail@contoso.com>')
  return { name: name?.trim().replace(/^"(.*)"$/, '$1') || DEFAULT_NAME, address }
}
