/**
 * Ways to say that nobody reads the answer, letters only: separators and digits are dropped before the comparison, so
 * `do_not-reply2` is `donotreply`. Marks are folded (`nepasrépondre` → `nepasrepondre`).
 */
export const NO_REPLY_TERMS = `
  noreply noreplay noreplies noreplys norply replyno replynot
  donotreply donotrespond donotanswer donotreplay dontreply dontrespond neverreply cannotreply pleasedonotreply
  donotemail nomail noresponse noanswer norespond notreply unattended unmonitored
  autoreply autoreplies autoresponse autoresponses autorespond autoresponder automailer automail autosender
  automaticreply autoconfirm autonotification automated automatedmail
  bounce bounces bounced bouncer bounceback mailerdaemon maildaemon daemon returnpath returnmail
  undeliverable undelivered deliveryfailure deliverystatus postmasterbounce devnull blackhole nobody

  keineantwort nichtantworten bittenichtantworten nichtbeantworten keinereply antwortennichtmoeglich
  antwortunmoeglich nureinversand

  nepasrepondre nepasrepondreacemail nerepondezpas nereponsezpas nepasrepondreacemessage sansreponse pasdereponse
  mercidenepasrepondre noreponse

  noresponder noresponda norespondas norespondais norespuesta nocontestar nocontesta nocontestes sinrespuesta
  favornoresponder

  naoresponda naoresponder naorespondas naoresponde semresposta favornaoresponder

  nonrispondere nonrispondete nonrisponde norisposta nonrispondi

  nietantwoorden nietbeantwoorden nietreageren geenantwoord geenreply nietretourneren antwoordniet

  nieodpowiadaj nieodpowiadac bezodpowiedzi prosimynieodpowiadac

  yanitlama yanitlamayin yanitlamayiniz cevaplama cevaplamayin cevaplamayiniz yanityok

  svaraej svarainte svaraintepadettamail ejsvar ingensvar svarikke ikkesvar ikkesvare besvarikke alavastaa eivastausta

  neodpovidat neodpovidejte neodpovedat neodpovedajte neodgovarati neodgovaraj neodgovarjaj

  nuraspunde nuraspundeti nuraspundeli farareply nevalaszolj nevalaszoljon

  neotvechat neotvechay neotvechayte nevidpovidaty neotgovaryai neotgovaryayte

  minapantate minapantisete miapantate

  jangandibalas janganbalas tidakdibalas tidakmembalas khongtraloi khongphanhoi vuilongkhongtraloi

  henshinfuka hensinfuka soushinsenyo
`
  .trim()
  .split(/\s+/)
