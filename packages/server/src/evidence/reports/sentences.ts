// Sentences by which known servers say what a mailbox is. Each is the beginning of a statement (reply-text.ts), never a part of one: "too many invalid
// recipients" does not begin with "invalid recipient". A sentence is added with the server that says it.

const begins = (...sentences: string[]) => new RegExp(`^(?:${sentences.join('|')})(?![\\p{L}\\d])`, 'u')

/** No such user. */
export const NO_SUCH_USER = begins(
  // Postfix, with the table's name behind it; Sendmail (EX_NOUSER); Exchange 5.5; hMailServer; MDaemon; Courier.
  'user unknown',
  'unknown user',
  'user <> unknown',
  'unknown or illegal (?:user|alias)',
  'no such user',
  'user not exist',
  'no such (?:person at this address|mailbox|recipient|account)',
  "user (?:does not|doesn't) exist",
  'user not found',
  // Postfix and Exim with common tables, Communigate, Kerio, Zimbra.
  "(?:the )?(?:recipient|mailbox|account|email account|e-mail account|email address|e-mail address|user account)(?: that you tried to reach| you tried to reach|<>)? (?:does not|doesn't) exist",
  '(?:recipient|mailbox|account|address) (?:not found|unknown|does not exist)',
  '(?:unknown|invalid|no such) (?:recipient|mailbox|user|local[ -]part|local user|address|addressee|account)(?: address| name)?',
  'addressee unknown',
  'no mailbox (?:found|by that name|with that name|here by that name)',
  // qmail and vpopmail.
  'no mailbox here by that name',
  "this (?:address|user|account|mailbox|recipient) (?:does not exist|doesn't exist|no longer exists|is unknown|is not valid here)",
  'this address no longer accepts mail',
  'unknown (?:to|at|in) (?:this|our) (?:server|system|site|host)',
  // IMail.
  'invalid final delivery userid',
  // Exchange and Microsoft 365.
  'the recipient name is not recognized',
  'the e-?mail account does not exist at the organization',
  "the e-?mail address you entered couldn't be found",
  'recipient not found by smtp address lookup',
  'recipientnotfound',
  'resolver\\.adr\\.(?:ex)?recip(?:ient)?notfound',
  // Domino: `User jane (jane@…) not listed in Domino Directory`.
  '(?:user )?.{0,80}not listed in (?:domino directory|public name & address book|directory)',
  'not listed in (?:domino directory|public name & address book|directory)',
  // Yahoo.
  "(?:dd )?this user (?:doesn't|does not) have a(?:n)? ?(?:\\w+ )?account",
  'mailbox for <> not found',
  // Comcast, AOL, Mail.ru, Yandex, QQ, NetEase.
  "because the address couldn't be found",
  'not our customer',
  'not a known user',
  'message was not accepted -- invalid mailbox',
  'local mailbox <> is unavailable: user not found',
  'user not found',
  'user not local',
  'mailbox not found',
  'mailbox unknown',
  'there is no user by that name',
  'no account by that name here',
  'user is unknown',
  'we do not have an account here',
  // cPanel's Exim in its languages, Kerio, Lotus, vpopmail's validrcptto, mail.com.
  'no existe dicha persona',
  'nessun utente simile in questo indirizzo',
  'there is no (?:one|such person) at this address',
  '(?:is )?not a (?:known user|valid (?:mailbox|recipient|user))(?: here)?',
  'user not known',
  'nonexistent user',
  'recipient not exist',
  'email address could not be found',
  'address not present in directory',
  'this email address is wrong or no longer valid',
  'this recipient is not in my validrcptto list',
  'invalid-recipient',
  'userunknown',
  // French: Orange, Free, SFR, La Poste.
  "(?:utilisateur|destinataire|adresse|boite aux lettres|compte)(?: mail| e-?mail)? (?:inconnue?|inexistante?|introuvable|n'existe pas)",
  "cet(?:te)? (?:utilisateur|adresse|compte|boite)(?: e-?mail)? (?:n'existe pas|est inconnue?|n'existe plus)",
  'adresse d au moins un destinataire invalide',
  "adresse d'au moins un destinataire invalide",
  // German: T-Online, GMX, Freenet.
  '(?:unbekannter )?(?:benutzer|empfänger|empfaenger|postfach|adresse|mailadresse|konto)(?:adresse)?(?: ist)? (?:unbekannt|nicht bekannt|existiert nicht|nicht vorhanden|nicht gefunden)',
  'unbekannter (?:benutzer|empfänger|empfaenger)',
  // Spanish: Telefónica, Terra.
  '(?:el )?(?:usuario|destinatario|buz[oó]n|cuenta|direcci[oó]n)(?: de correo)? (?:desconocid[oa]|inexistente|no existe|no encontrad[oa])',
  'no existe (?:el|la|ese|esa) (?:usuario|destinatario|buz[oó]n|cuenta|direcci[oó]n)',
  // Portuguese: UOL, Terra, Sapo.
  '(?:o )?(?:usu[aá]rio|utilizador|destinat[aá]rio|conta|caixa postal|endere[cç]o)(?: de e-?mail)? (?:desconhecid[oa]|inexistente|n[aã]o existe|n[aã]o encontrad[oa])',
  // Italian: Libero, Aruba, TIM.
  "(?:l')?(?:utente|destinatario|casella|indirizzo|account)(?: di posta| e-?mail)? (?:sconosciut[oa]|inesistente|non esiste|non trovat[oa])",
)

/** Turned off by the operator. */
export const DISABLED = begins(
  'this (?:account|mailbox|user|email account)(?: has been| is)? (?:disabled|discontinued|deactivated|suspended|closed|inactive)',
  "(?:the )?(?:email |e-mail |user )?(?:account|mailbox|user|recipient|address)(?:'s (?:account|mailbox))?(?: <>)?(?: that you tried to reach| you tried to reach)?(?: has been| is| was)? (?:disabled|deactivated|discontinued|inactive|closed|suspended)",
  '(?:account|mailbox|user) (?:is )?(?:disabled|inactive|closed|deactivated)',
  'the user\\(s\\) account is disabled',
  'user not active',
  'is not an active address at this host',
  'mailbox is inactive',
)

/** Full: the mailbox exists. */
export const FULL = begins(
  "(?:the |this |their |recipient'?s? |user'?s? |as their )?(?:mail ?box|inbox|mail ?folder|mail file|account|recipient|user|quota)(?: <>)?(?: of the user)?(?: is| has| would be| would)?(?: temporarily)? ?(?:full|over(?: its| the| allowed)? ?(?:disk )?quota|overquota|exceed(?:s|ed|ing)?(?: (?:the|its|their|allowed|allocated|storage|local|maximum))* ?(?:quota|size|storage|limit|capacity|space)?|too full)",
  'mail ?box (?:full|over quota|is full|quota exceeded|size limit exceeded|exceeds allowed size|space not enough)',
  'mail box space not enough',
  'over ?quota',
  '(?:the )?(?:user|recipient)(?: <>)? (?:is|has) (?:over|exceeded|exceeding)',
  'user is over(?: the)? ?(?:disk )?quota',
  'user has (?:exceeded|too many messages|full mailbox)',
  "(?:disk |storage |mailbox |recipient |user(?:'s)? (?:disk )?|mailbox disk )?quota (?:exceeded|violation)",
  '(?:user )?mailbox exceeds allowed size',
  "user's disk quota exceeded",
  'insufficient (?:disk|mailbox|storage) (?:space|quota|storage)',
  "not enough storage space in user's mailbox",
  'this account is over quota',
  "this person's account is exceeding their quota",
  "the e-?mail message could not be delivered because the user's mailfolder is full",
  "the number of messages in recipient's mailbox exceeded",
  'the email account that you tried to reach is over quota',
  "the recipient'?s?(?: mailbox| inbox)? is (?:over|full|out of)",
  'resolver\\.rst\\.(?:notauthorized)?quota\\w*',
  'storequota\\w*',
  'メールボックスが一杯',
)

/** The recipient's domain has no mail. */
export const NULL_MX = /\b(?:null ?mx|does not accept mail|no smtp service|null mx)\b/
export const NO_SUCH_DOMAIN = begins(
  'host or domain name not found',
  'host unknown',
  'unknown host',
  'host not found',
  'unrouteable mail domain',
  "sorry, i couldn't find any host named",
  "i couldn't find any host named",
  "i couldn't find a mail exchanger",
  'illegal host(?:/domain)? name(?: found)?',
  'domain (?:name )?(?:not found|does not exist)',
  'no such domain',
  'dns lookup failure',
  'all relevant mx records point to non-existent hosts',
  'an mx or srv record indicated no smtp service',
  'bad destination (?:host|system)',
)
