/**
 * Local parts labelled by hand without looking at the vocabulary: functions in several languages, and people whose
 * names or handles are close to one.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const FUNCTIONS = words(`
  info contact sales support admin hello office marketing billing careers jobs press media hr it-support helpdesk
  customer.service customer-care accounts accounts.payable purchasing procurement orders order-desk returns shipping
  logistics warehouse security privacy gdpr legal compliance investor.relations webmaster postmaster hostmaster abuse noc
  newsletter news events bookings reservations reception frontdesk membership donations volunteers feedback complaints
  sales2 info3 sales-us support.eu info_de marketing.emea support-team team.sales sales.team webinfo techsupport
  kontakt buchhaltung vertrieb einkauf personal bewerbung rechnung verwaltung sekretariat zentrale kundenservice
  comptabilite accueil direction rh recrutement commercial facturation achats secretariat service-client
  ventas compras administracion rrhh contabilidad recepcion facturacion atencionalcliente gerencia soporte
  amministrazione commerciale acquisti segreteria ufficio.acquisti fatture ordini assistenza vendite
  vendas financeiro comercial atendimento contato rh faturamento suporte administrativo
  verkoop inkoop administratie klantenservice facturen receptie directie boekhouding
  biuro sekretariat ksiegowosc handlowy kadry zamowienia reklamacje
  satis muhasebe bilgi destek insankaynaklari satinalma
  kundtjanst order faktura kundeservice salg ekonomi asiakaspalvelu myynti laskutus
  objednavky obchod fakturace podatelna iroda ugyfelszolgalat comenzi contabilitate prodaja racunovodstvo
  zakaz buhgalteria otdelkadrov toiawase lienhe penjualan
`)

export const PEOPLE = words(`
  john.smith jsmith maria anna.mueller info.wars.fan.jim sally.salesman grant.price bill.marketing mark.newsom dean.martin
  will.support.peter art.director.jane rose.press penny.office paige.turner hope.service summer.sales frank.bill
  christian joy faith grace angel max rusty sky river jay.contact peter.it carl.hr robin.host page.jimmy bishop.kate
  cook.tim king.stephen baker.josephine carpenter.john hunter.s mason.james taylor.james marshall.erickson chase.utley
  sales.kevin.smith adminsky newsome infante contadino presser helpern orderman offices.joe teamwork.lover
  dev.patel ola.nordmann place.vendome olga jose.vendas it.girl.amy paris.hilton berlin.irving austin.powers dallas.green
  sydney.bristow chelsea.clinton london.breed jordan.peele israel.adesanya china.mieville india.arie
`)

/** Other ways to say that replies are not read. */
export const NO_REPLIES = words(`
  noreply no-reply no_reply no.reply NoReply noreply2 noreply-us do-not-reply donotreply do.not.reply dontreply
  orders-noreply noreply.orders myshop-no-reply acmenoreply bounce bounces bounce+123 mailer-daemon autoreply auto-reply
  auto.responder no-response donotrespond unattended ne-pas-repondre nepasrepondre ne_pas_repondre nao-responda naoresponda
  no-responder noresponder no-contestar keine-antwort nicht-antworten bitte-nicht-antworten non-rispondere nonrispondere
  niet-beantwoorden geen-antwoord nie-odpowiadaj nieodpowiadaj yanitlamayin cevaplamayin svara-inte svar-ikke ala-vastaa
  neodpovidat nu-raspunde ne-valaszoljon ne-odgovaraj ne-otvechat jangan-dibalas khong-tra-loi
`)
