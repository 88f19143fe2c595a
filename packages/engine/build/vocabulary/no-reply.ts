/**
 * Phrases for "replies are not read", letters only: separators and digits are dropped before the comparison, so
 * `do_not-reply2` is `donotreply`. Diacritics are removed (`nepasrépondre` → `nepasrepondre`).
 */
export const NO_REPLY_TERMS = `
  noreply noreplay noreplies noreplys norply replyno replynot
  donotreply donotrespond donotanswer donotreplay dontreply dontrespond neverreply cannotreply pleasedonotreply
  donotemail nomail noresponse noanswer norespond notreply unattended unmonitored
  autoreply autoreplies autoresponse autoresponses autorespond autoresponder automailer automail autosender
  automaticreply autoconfirm autonotification automatedmail automatedmessage
  bounce bounces bounced bounceback mailerdaemon maildaemon returnpath returnmail
  undeliverable undelivered deliveryfailure deliverystatus postmasterbounce devnull notmonitored nomonitoring

  keineantwort nichtantworten bittenichtantworten nichtbeantworten keinereply antwortennichtmoeglich
  antwortunmoeglich antwortenicht antwortetnicht nureinversand

  nepasrepondre nepasrepondreacemail nerepondezpas nereponsezpas nepasrepondreacemessage sansreponse pasdereponse
  mercidenepasrepondre noreponse veuilleznepasrepondre

  noresponder noresponda norespondas norespondais norespuesta nocontestar nocontesta nocontestes noconteste sinrespuesta
  favornoresponder

  naoresponda naoresponder naorespondas naoresponde semresposta favornaoresponder

  nonrispondere nonrispondete nonrisponde norisposta nonrispondi

  nietantwoorden nietbeantwoorden nietreageren geenantwoord geenreply nietretourneren antwoordniet

  nieodpowiadaj nieodpowiadac bezodpowiedzi brakodpowiedzi prosimynieodpowiadac

  yanitlama yanitlamayin yanitlamayiniz cevaplama cevaplamayin cevaplamayiniz yanityok yanitvermeyin yanitvermeyiniz cevapvermeyin cevapvermeyiniz

  svarej svaraej svarainte svaraintepadettamail ejsvar ingensvar svarikke ikkesvar ikkesvare besvarikke alavastaa eivastausta eivastata

  neodpovidat neodpovidej neodpovidejte neodpovedat neodpovedaj neodpovedajte neodgovarati neodgovaraj neodgovarjaj

  nuraspunde nuraspundeti nuraspundeli farareply nevalaszolj nevalaszoljon nemvalaszol nincsvalasz

  norespongueu norespondre nocontesteu nonresponder ezerantzun

  neotvechat neotvechay neotvechai neotvechayte neotvechaite nevidpovidaty neotgovaryai neotgovaryayte

  minapantate minapantisete miapantate

  jangandibalas janganbalas tidakdibalas tidakmembalas khongtraloi khongphanhoi vuilongkhongtraloi

  henshinfuka hensinfuka soushinsenyo
`
  .trim()
  .split(/\s+/)

/** Common words, surnames among them, that mean no-reply only when all words beside them are terms. */
export const NO_REPLY_WORDS = 'daemon nobody bouncer blackhole automated'.split(' ')
