/** Domain names whose mail is not read, or is read by several people. */

/** RFC 2606, 6761, 6762, 7686, 9476 and ICANN's reservation of `.internal`; `example` below any suffix is a placeholder. */
const RESERVED_TLDS = new Set('test invalid example localhost local onion arpa alt internal home corp lan'.split(' '))

export function isReservedName(ascii: string, root: string): boolean {
  return RESERVED_TLDS.has(ascii.slice(ascii.lastIndexOf('.') + 1)) || root.startsWith('example.')
}

/** `users.noreply.github.com`: mail to such a name is lost, whatever the local part. */
const NO_REPLY_LABEL = /(^|[.-])(no-?reply|do-?not-?reply|bounces?)\./

export function isNoReplyName(ascii: string): boolean {
  return NO_REPLY_LABEL.test(ascii)
}

/** `lists.contoso.org`, `bugs.contoso.org`: mail to such a name goes to several people, or to a program. */
const LIST_LABEL = /(^|[.-])(lists?|listserv|mailman|mailing-?lists?|bugs|packages|tickets|tracker)\.[^.]+\.[^.]/
const LIST_HOSTS = new Set('googlegroups.com groups.io yahoogroups.com freelists.org vger.kernel.org'.split(' '))

export function isListName(ascii: string): boolean {
  return LIST_LABEL.test(ascii) || LIST_HOSTS.has(ascii)
}
