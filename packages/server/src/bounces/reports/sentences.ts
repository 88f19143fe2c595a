// Sentences by which known servers say what a mailbox is. Each is the beginning of a statement (reply-text.ts), never a part of one: "too many invalid
// recipients" does not begin with "invalid recipient". A sentence is added with the server that says it.

/** No such user. */
export const NO_SUCH_ACCOUNT: readonly RegExp[] = [
  // Postfix, with the table's name behind it; Sendmail (EX_NOUSER); Exchange 5.5; hMailServer; MDaemon; Courier.
  /^(?:user unknown)(?![\p{L}\d])/u,
  /^(?:unknown user)(?![\p{L}\d])/u,
  /^(?:user <> unknown)(?![\p{L}\d])/u,
  /^(?:unknown or illegal (?:user|alias))(?![\p{L}\d])/u,
  /^(?:no such user)(?![\p{L}\d])/u,
  /^(?:user not exist)(?![\p{L}\d])/u,
  /^(?:no such (?:person at this address|mailbox|recipient|account))(?![\p{L}\d])/u,
  /^(?:user (?:does not|doesn't) exist)(?![\p{L}\d])/u,
  /^(?:user not found)(?![\p{L}\d])/u,
  // Postfix and Exim with common tables, Communigate, Kerio, Zimbra.
  /^(?:(?:the )?(?:recipient|mailbox|account|email account|e-mail account|email address|e-mail address|user account)(?: that you tried to reach| you tried to reach|<>)? (?:does not|doesn't) exist)(?![\p{L}\d])/u,
  /^(?:(?:recipient|mailbox|account|address) (?:not found|unknown|does not exist))(?![\p{L}\d])/u,
  /^(?:(?:unknown|invalid|no such) (?:recipient|mailbox|user|local[ -]part|local user|address|addressee|account)(?: address| name)?)(?![\p{L}\d])/u,
  /^(?:addressee unknown)(?![\p{L}\d])/u,
  /^(?:no mailbox (?:found|by that name|with that name|here by that name))(?![\p{L}\d])/u,
  // qmail and vpopmail.
  /^(?:no mailbox here by that name)(?![\p{L}\d])/u,
  /^(?:this (?:address|user|account|mailbox|recipient) (?:does not exist|doesn't exist|no longer exists|is unknown|is not valid here))(?![\p{L}\d])/u,
  /^(?:this address no longer accepts mail)(?![\p{L}\d])/u,
  /^(?:unknown (?:to|at|in) (?:this|our) (?:server|system|site|host))(?![\p{L}\d])/u,
  // IMail.
  /^(?:invalid final delivery userid)(?![\p{L}\d])/u,
  // Exchange and Microsoft 365.
  /^(?:the recipient name is not recognized)(?![\p{L}\d])/u,
  /^(?:the e-?mail account does not exist at the organization)(?![\p{L}\d])/u,
  /^(?:the e-?mail address you entered couldn't be found)(?![\p{L}\d])/u,
  /^(?:recipient not found by smtp address lookup)(?![\p{L}\d])/u,
  /^(?:recipientnotfound)(?![\p{L}\d])/u,
  /^(?:resolver\.adr\.(?:ex)?recip(?:ient)?notfound)(?![\p{L}\d])/u,
  // Domino: `User jane (jane@…) not listed in Domino Directory`.
  /^(?:(?:user )?.{0,80}not listed in (?:domino directory|public name & address book|directory))(?![\p{L}\d])/u,
  /^(?:not listed in (?:domino directory|public name & address book|directory))(?![\p{L}\d])/u,
  // Yahoo.
  /^(?:(?:dd )?this user (?:doesn't|does not) have a(?:n)? ?(?:\w+ )?account)(?![\p{L}\d])/u,
  /^(?:mailbox for <> not found)(?![\p{L}\d])/u,
  // Comcast, AOL, Mail.ru, Yandex, QQ, NetEase.
  /^(?:because the address couldn't be found)(?![\p{L}\d])/u,
  /^(?:not our customer)(?![\p{L}\d])/u,
  /^(?:not a known user)(?![\p{L}\d])/u,
  /^(?:message was not accepted -- invalid mailbox)(?![\p{L}\d])/u,
  /^(?:local mailbox <> is unavailable: user not found)(?![\p{L}\d])/u,
  /^(?:user not found)(?![\p{L}\d])/u,
  /^(?:user not local)(?![\p{L}\d])/u,
  /^(?:mailbox not found)(?![\p{L}\d])/u,
  /^(?:mailbox unknown)(?![\p{L}\d])/u,
  /^(?:there is no user by that name)(?![\p{L}\d])/u,
  /^(?:no account by that name here)(?![\p{L}\d])/u,
  /^(?:user is unknown)(?![\p{L}\d])/u,
  /^(?:we do not have an account here)(?![\p{L}\d])/u,
  // cPanel's Exim in its languages, Kerio, Lotus, vpopmail's validrcptto, mail.com.
  /^(?:no existe dicha persona)(?![\p{L}\d])/u,
  /^(?:nessun utente simile in questo indirizzo)(?![\p{L}\d])/u,
  /^(?:there is no (?:one|such person) at this address)(?![\p{L}\d])/u,
  /^(?:(?:dd |is )?not a (?:known user|valid (?:mailbox|recipient|user))(?: here)?)(?![\p{L}\d])/u,
  /^(?:user not known)(?![\p{L}\d])/u,
  /^(?:nonexistent user)(?![\p{L}\d])/u,
  /^(?:recipient not exist)(?![\p{L}\d])/u,
  /^(?:email address could not be found)(?![\p{L}\d])/u,
  /^(?:address not present in directory)(?![\p{L}\d])/u,
  /^(?:this email address is wrong or no longer valid)(?![\p{L}\d])/u,
  /^(?:this recipient is not in my validrcptto list)(?![\p{L}\d])/u,
  /^(?:invalid-recipient)(?![\p{L}\d])/u,
  /^(?:userunknown)(?![\p{L}\d])/u,
  // Whole sentences with the address in its place, which none of the above begins with; the Polish one stands before an English one.
  /^(?:(?:user|recipient|mailbox|rcpt) <> does not exist)(?![\p{L}\d])/u,
  /^(?:(?:odbiorca|adresat|u[zż]ytkownik) <> nie istnieje)(?![\p{L}\d])/u,
  /^(?:no mail ?box available for this user)(?![\p{L}\d])/u,
  // French: Orange, Free, SFR, La Poste.
  /^(?:(?:utilisateur|destinataire|adresse|boite aux lettres|compte)(?: mail| e-?mail)? (?:inconnue?|inexistante?|introuvable|n'existe pas))(?![\p{L}\d])/u,
  /^(?:cet(?:te)? (?:utilisateur|adresse|compte|boite)(?: e-?mail)? (?:n'existe pas|est inconnue?|n'existe plus))(?![\p{L}\d])/u,
  /^(?:adresse d au moins un destinataire invalide)(?![\p{L}\d])/u,
  /^(?:adresse d'au moins un destinataire invalide)(?![\p{L}\d])/u,
  // German: T-Online, GMX, Freenet.
  /^(?:(?:unbekannter )?(?:benutzer|empfänger|empfaenger|postfach|adresse|mailadresse|konto)(?:adresse)?(?: ist)? (?:unbekannt|nicht bekannt|existiert nicht|nicht vorhanden|nicht gefunden))(?![\p{L}\d])/u,
  /^(?:unbekannter (?:benutzer|empfänger|empfaenger))(?![\p{L}\d])/u,
  // Spanish: Telefónica, Terra.
  /^(?:(?:el )?(?:usuario|destinatario|buz[oó]n|cuenta|direcci[oó]n)(?: de correo)? (?:desconocid[oa]|inexistente|no existe|no encontrad[oa]))(?![\p{L}\d])/u,
  /^(?:no existe (?:el|la|ese|esa) (?:usuario|destinatario|buz[oó]n|cuenta|direcci[oó]n))(?![\p{L}\d])/u,
  // Portuguese: UOL, Terra, Sapo.
  /^(?:(?:o )?(?:usu[aá]rio|utilizador|destinat[aá]rio|conta|caixa postal|endere[cç]o)(?: de e-?mail)? (?:desconhecid[oa]|inexistente|n[aã]o existe|n[aã]o encontrad[oa]))(?![\p{L}\d])/u,
  // Italian: Libero, Aruba, TIM.
  /^(?:(?:l')?(?:utente|destinatario|casella|indirizzo|account)(?: di posta| e-?mail)? (?:sconosciut[oa]|inesistente|non esiste|non trovat[oa]))(?![\p{L}\d])/u,
]

/** Turned off by the operator. */
export const DISABLED: readonly RegExp[] = [
  /^(?:this (?:account|mailbox|user|email account)(?: has been| is)? (?:disabled|discontinued|deactivated|suspended|closed|inactive))(?![\p{L}\d])/u,
  /^(?:(?:the )?(?:email |e-mail |user )?(?:account|mailbox|user|recipient|address)(?:'s (?:account|mailbox))?(?: <>)?(?: that you tried to reach| you tried to reach)?(?: has been| is| was)? (?:disabled|deactivated|discontinued|inactive|closed|suspended))(?![\p{L}\d])/u,
  /^(?:(?:account|mailbox|user) (?:is )?(?:disabled|inactive|closed|deactivated))(?![\p{L}\d])/u,
  /^(?:the user\(s\) account is disabled)(?![\p{L}\d])/u,
  /^(?:user not active)(?![\p{L}\d])/u,
  /^(?:<> is not an active address at this host)(?![\p{L}\d])/u,
  /^(?:<> is a deactivated mailbox)(?![\p{L}\d])/u,
  // Spanish, for accounts that were not used: Ubbi, Ciudad.
  /^(?:esta casilla ha expirado)(?![\p{L}\d])/u,
  /^(?:mailbox is inactive)(?![\p{L}\d])/u,
]

/** Full: the mailbox exists. */
export const FULL: readonly RegExp[] = [
  /^(?:(?:the |this |their |recipient'?s? |user'?s? |as their )?(?:mail ?box|inbox|mail ?folder|mail file|account|recipient|user|quota)(?: <>)?(?: of the user)?(?: is| has| would be| would)?(?: temporarily)? ?(?:full|over(?: its| the| allowed)? ?(?:disk )?quota|overquota|exceed(?:s|ed|ing)?(?: (?:the|its|their|allowed|allocated|storage|local|maximum))* ?(?:quota|size|storage|limit|capacity|space)?|too full))(?![\p{L}\d])/u,
  /^(?:mail ?box (?:full|over quota|is full|quota exceeded|size limit exceeded|exceeds allowed size|space not enough))(?![\p{L}\d])/u,
  /^(?:mail box space not enough)(?![\p{L}\d])/u,
  /^(?:over ?quota)(?![\p{L}\d])/u,
  /^(?:(?:the )?(?:user|recipient)(?: <>)? (?:is|has) (?:over|exceeded|exceeding))(?![\p{L}\d])/u,
  /^(?:user is over(?: the)? ?(?:disk )?quota)(?![\p{L}\d])/u,
  /^(?:user has (?:exceeded|too many messages|full mailbox))(?![\p{L}\d])/u,
  /^(?:(?:disk |storage |mailbox |recipient |user(?:'s)? (?:disk )?|mailbox disk )?quota (?:exceeded|violation))(?![\p{L}\d])/u,
  /^(?:(?:user )?mailbox exceeds allowed size)(?![\p{L}\d])/u,
  /^(?:user's disk quota exceeded)(?![\p{L}\d])/u,
  /^(?:insufficient (?:disk|mailbox|storage) (?:space|quota|storage))(?![\p{L}\d])/u,
  /^(?:not enough storage space in user's mailbox)(?![\p{L}\d])/u,
  /^(?:this account is over quota)(?![\p{L}\d])/u,
  /^(?:this person's account is exceeding their quota)(?![\p{L}\d])/u,
  /^(?:the e-?mail message could not be delivered because the user's mailfolder is full)(?![\p{L}\d])/u,
  /^(?:the number of messages in recipient's mailbox exceeded)(?![\p{L}\d])/u,
  /^(?:the email account that you tried to reach is over quota)(?![\p{L}\d])/u,
  /^(?:the recipient'?s?(?: mailbox| inbox)? is (?:over|full|out of))(?![\p{L}\d])/u,
  /^(?:resolver\.rst\.(?:notauthorized)?quota\w*)(?![\p{L}\d])/u,
  /^(?:storequota\w*)(?![\p{L}\d])/u,
  /^(?:メールボックスが一杯)(?![\p{L}\d])/u,
]

/** The recipient's domain has no mail. */
export const NULL_MX = /\b(?:null ?mx|does not accept mail|no smtp service|null mx)\b/
export const NO_SUCH_DOMAIN: readonly RegExp[] = [
  /^(?:host or domain name not found)(?![\p{L}\d])/u,
  /^(?:host unknown)(?![\p{L}\d])/u,
  /^(?:unknown host)(?![\p{L}\d])/u,
  /^(?:host not found)(?![\p{L}\d])/u,
  /^(?:unrouteable mail domain)(?![\p{L}\d])/u,
  /^(?:sorry, i couldn't find any host named)(?![\p{L}\d])/u,
  /^(?:i couldn't find any host named)(?![\p{L}\d])/u,
  /^(?:i couldn't find a mail exchanger)(?![\p{L}\d])/u,
  /^(?:illegal host(?:\/domain)? name(?: found)?)(?![\p{L}\d])/u,
  /^(?:domain (?:name )?(?:not found|does not exist))(?![\p{L}\d])/u,
  /^(?:no such domain)(?![\p{L}\d])/u,
  /^(?:dns lookup failure)(?![\p{L}\d])/u,
  /^(?:all relevant mx records point to non-existent hosts)(?![\p{L}\d])/u,
  /^(?:an mx or srv record indicated no smtp service)(?![\p{L}\d])/u,
  /^(?:bad destination (?:host|system))(?![\p{L}\d])/u,
]
