const NAME_MAX_CHARACTERS = 80

/**
 * A name that a customer chose, for a mail to others. Mail programs turn addresses of pages into links, so a name that could be one is
 * replaced: an invitation must not carry a stranger's link.
 */
export function nameInMail(name: string, instead: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const isAddress = /^[^\s@:/]+@[^\s@:/]+$/.test(plain)
  const couldBeLink = !isAddress && /[:/@]|\p{L}\.\p{L}/u.test(plain)
  return plain === '' || couldBeLink ? instead : [...plain].slice(0, NAME_MAX_CHARACTERS).join('')
}
