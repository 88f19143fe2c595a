/**
 * Mail hosts that accept mail for disposable inboxes, whatever domain points at them, and those that discard mail for
 * parked domains. An entry covers itself and all names below it.
 */
import { isParkingName } from './parking.ts'

const DISPOSABLE_HOSTS = new Set(
  `
  mailinator.com temp-mail.org temp-mail.ru temp-mail.io temp-mail.com tempmail.plus tempmail.dev tempmailo.com
  yopmail.com yopmail.net yopmail.fr mail.tm mail.gw generator.email emailfake.com email-fake.com guerrillamail.com
  guerrillamail.net sharklasers.com grr.la mailsac.com maildrop.cc mail7.io 1secmail.com 1secmail.net 1secmail.org
  moakt.com moakt.cc harakirimail.com mailnesia.com tempr.email discard.email discardmail.com mailcatch.com
  throwawaymail.com trashmail.com trash-mail.com spamgourmet.com mohmal.com mohmal.in mohmal.tech emailondeck.com
  10minutemail.com 10minutemail.net 10minemail.com 20minutemail.com minuteinbox.com dropmail.me getnada.com nada.email
  inboxes.com tmailor.com smailpro.com fakemail.net fakemailgenerator.com tempail.com tempinbox.com mytemp.email
  mailpoof.com mintemail.com spam4.me spambox.xyz dispostable.com mailtothis.com burnermail.io muellmail.com
  wegwerfmail.de byom.de einrot.com crazymailing.com tempmailaddress.com luxusmail.org internxt-temp.com
  disposablemail.com deadaddress.com incognitomail.org jetable.org mailexpire.com mailforspam.com receivemail.org
  anonbox.net anonymbox.com fexpost.com fextemp.com freeml.net mailto.plus any.pink chitthi.in rover.info
  `
    .trim()
    .split(/\s+/),
)

/** Hosts that discard mail for domains that are for sale, in addition to the hosts of `parking.ts`. */
const PARKING_HOSTS = new Set(
  'h-email.net mailerhost.net hostedmxserver.com in-mx.com in-mx.net hope-mail.com b-io.co parkmx.com nullmx.net'.split(
    ' ',
  ),
)

export function isDisposableHost(host: string): boolean {
  return isAtOrBelow(DISPOSABLE_HOSTS, host)
}

export function isParkingHost(host: string): boolean {
  return isAtOrBelow(PARKING_HOSTS, host) || isParkingName(host)
}

function isAtOrBelow(entries: ReadonlySet<string>, host: string): boolean {
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    if (entries.has(name)) return true
  }
  return false
}
