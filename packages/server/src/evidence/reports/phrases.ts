// The words of mail servers. Phrases are compared with text in lower case and single spaces; each list says one thing.
// A phrase says more than an enhanced status code (RFC 3463): servers often send generic codes.

const phrases = (text: string): readonly string[] =>
  text
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean)

/** The mail, its sender or its server was refused. That says nothing about the mailbox, whatever else the text says. */
export const REFUSED = phrases(`
  spamhaus | spamcop | barracuda | dnsbl | blacklist | black list | blocklist | block list | sorbs | surbl | reputation
  spam | unsolicited | bulk mail | junk mail | phish | virus | malware | infected | banned | spf | dkim | dmarc
  reverse dns | reverse lookup | ptr record | rdns | reverse hostname | cannot find your | your domain | helo command
  relaying denied | relay access denied | relay not permitted | relaying not allowed | permitted to relay | unable to relay
  not relay | relaying prohibited | relay denied | no relaying | open relay | sender address rejected | sender rejected
  sender domain | sender address | invalid sender | authentication required | not authenticated | unauthenticated
  must be authenticated | message too large | message too big | too large | size limit | message size | content rejected
  recipient preferences | administrative prohibition | administratively | local policy | policy violation | security policy
  policy reasons | after mail from | permission to post | not have permission | media error | message length | couldn't create | my name was rejected`)

/** The same in words that also occur where something else is meant. */
export const PERHAPS_REFUSED = phrases(`
  blocked | not authorized | unauthorized | policy | prohibited | restricted | not allowed | access denied | greylist | graylist
  rate limit | too many | throttl | too fast | disabled | suspended | inactive | locked`)

export const MAILBOX_FULL = phrases(`
  mailbox full | mailbox is full | mailbox has exceeded | full mailbox | inbox is full | folder is full | box full
  over quota | overquota | quota exceeded | exceeded quota | exceeds quota | quota violation | exceed the quota | disk quota
  exceeded storage | exceeded its storage | exceeding storage | storage allocation | over the quota | over its quota
  mailbox size limit | mailbox exceeds | mailbox exceeded | over the allowed quota | exceeded their quota | out of storage
  exceeded the local limit | not enough storage space | account is full | space to store | too much mail data
  not able to receive any more | enough disk space | would be over | メールボックスが一杯`)

export const NO_SUCH_MAILBOX = phrases(`
  user unknown | unknown user | no such user | no such mailbox | no such recipient | no such address | no such account
  no such person | user not found | recipient not found | mailbox not found | address not found | account not found
  not found in directory | not listed in | unknown recipient | recipient unknown | unknown address | user not exist
  unknown mailbox | unknown local | unknown account | mailbox unknown | address unknown
  invalid recipient | invalid mailbox | invalid address | invalid user | bad destination mailbox | no mailbox
  user doesn't | user does not | recipient does not | mailbox does not | address does not exist | account does not
  mailbox doesn't | address doesn't exist | tried to reach does not exist | does not exist here | not a known user
  is not a valid | not a valid mailbox | not a valid user | no valid recipient | not known here | have an account here
  has no mailbox | no account by that name | by that name | unrouteable mail account | user has moved | no longer
  invalid final delivery userid | recipientnotfound | recipnotfound | nosuchuser | recipient not exist | bad address
  recipient address rejected: access denied | address rejected. | not recognized | not our customer | no user
  inactive email address | check if address is correct | ディレクトリには見つかりません | ディレクトリのリストにありません`)

export const DOMAIN_GONE = phrases(`
  host unknown | unknown host | host not found | domain not found | unknown domain | domain unknown | no such domain
  domain does not exist | domain doesn't exist | name or service not known | no such host | bad destination system
  unrouteable address | unrouteable mail domain | unroutable | nxdomain | null mx | nullmx | does not accept mail
  indicated no smtp service | domain is not reachable | illegal host | all relevant mx records | couldn't find any host
  invalid domain | mail exchanger or ip address | responded with code noerror | no mx
  dns lookup failure | domain name not found | system not accepting network messages`)

/** Name servers that failed gave no answer. */
export const RETRIED = phrases('not found, try again | timed out | temporary failure | unexpected name server reply')

export const TEMPORARY = phrases(`
  timed out | timeout | time out | connection refused | connection reset | connection dropped | lost connection | temporarily
  temporary | try again later | expired | too long | deferred | greylist | graylist | not responding | network is unreachable
  no route to host | too many | rate limit | couldn't connect | hop count | name service error | mail loop | loops back
  system error | resources | unable to deliver for | undeliverable for`)

/** A reply to DATA is about the message, not about the recipient. */
export const AFTER_DATA = phrases(
  'reply to end of data | reply to data | after end of data | after data | error during data',
)

/** Carriers that write "user unknown" without the address where the filter of a recipient refused the mail. */
export const FILTERING_CARRIERS = ['ezweb.ne.jp', 'au.com'] as const
