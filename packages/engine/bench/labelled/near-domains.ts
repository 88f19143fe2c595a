/**
 * Domains collected without looking at the tables: companies, countries and smaller services whose names are close to a
 * large provider's, and typos of the domains of large providers in many countries.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const NEAR_DOMAINS = words(`
  gmx.us gmx.co.uk gmx.fr gmx.es gmx.li gmx.org hotmail.se hotmail.no hotmail.dk hotmail.fi hotmail.nl hotmail.be
  hotmail.ch hotmail.at hotmail.gr hotmail.hu hotmail.cz hotmail.sk hotmail.ca hotmail.com.ar hotmail.com.br
  hotmail.com.tr hotmail.com.au hotmail.co.jp hotmail.co.th hotmail.co.kr hotmail.co.za hotmail.co.il hotmail.rs
  hotmail.my hotmail.ph hotmail.sg hotmail.com.vn hotmail.com.hk hotmail.com.tw hotmail.lv hotmail.lt hotmail.cl
  live.no live.se live.dk live.fi live.be live.it live.de live.at live.ca live.cn live.jp live.com.au live.com.mx
  live.com.ar live.com.pt live.co.za live.ie live.ru live.in live.hk live.cl outlook.it outlook.pt outlook.kr
  outlook.at outlook.be outlook.cl outlook.cz outlook.dk outlook.hu outlook.ie outlook.in outlook.lv outlook.my
  outlook.ph outlook.sa outlook.sg outlook.sk outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr
  outlook.com.tr outlook.com.vn outlook.co.id outlook.co.il outlook.co.nz outlook.co.th msn.cn msn.nl aol.de aol.fr
  aol.it aol.co.uk aol.es aol.nl aol.se aol.jp inbox.lv inbox.lt mail.ee mail.kz mail.ua mail.lv mail.de mail.fr
  mail.pt mail.org mail.cz mail.be mail.gr bigmir.net email.de email.su email.ua volny.cz centrum.sk wp.eu tlen.pl
  vp.pl onet.eu poczta.fm poczta.onet.pl interia.eu go2.pl buziaczek.pl yahoo.se yahoo.no yahoo.dk yahoo.gr yahoo.ie
  yahoo.pl yahoo.hu yahoo.cz yahoo.at yahoo.be yahoo.nl yahoo.com.tr yahoo.com.my yahoo.com.co yahoo.com.pe
  yahoo.com.ve yahoo.co.nz yahoo.co.za yahoo.co.kr yahoo.co.th yahoo.cl yahoo.cn yahoo.com.cn yahoo.ne.jp ymail.ne.jp
  myyahoo.com yahoogroups.com yandex.kz yandex.by yandex.ua yandex.com.tr narod.ru rambler.ua ro.ru autorambler.ru
  myrambler.ru vip.qq.com 163.net wo.cn korea.com dreamwiz.com so-net.ne.jp excite.co.jp goo.jp t-online.at
  t-online.hu t-com.hr tonline.com web.com we.com wed.de weg.de wer.de gmc.com gma.com gmi.com gmt.com bmail.com
  dmail.com fmail.co.uk imail.com jmail.com kmail.com lmail.com nmail.com omail.com pmail.com qmail.com rmail.com
  smail.com umail.com vmail.com wmail.com xmail.com zmail.com gmbh.de mailo.com maile.com mailx.com hotels.com
  hotwire.com hotbot.com hotmart.com outlet.com outbrain.com outback.com outlooks.com lookout.com yahsat.com
  yahoo-inc.com yahooinc.com oath.com yoho.cn wahoo.com wahoofitness.com kahoot.com kahoot.it taboo.com taboola.com
  baboo.com yammer.com cloud.com mcloud.com ucloud.cn icloud.cn vcloud.com acloud.com ecloud.com xcloud.com aol.net
  aon.com aon.at aok.de all.com orange.com orange.be orange.pl orange.es orange.ro orange.sk orange.jo orange.net
  orangina.fr grange.fr free.com freenet.com freenet.co.uk freeserve.co.uk freemail.de freemail.gr frey.fr fred.fr
  sfr.com srf.ch sfr.re cegetel.net laposte.fr poste.it post.ch postnl.nl post.de lapost.be libero.com liber.it
  libra.it liberty.it liberal.it tiscali.co.uk virgilio.com iol.it iol.pt tim.it fastwebnet.it vodafone.it vodafone.es
  vodafone.nl vodafone.com arcor.net alcor.de versatel.de versanet.de kabelmail.de kabelbw.de unitybox.de ionos.de
  strato.de netcologne.de ewetel.net ewe.de osnanet.de telekom.de telecom.de comcast.com comcast.biz comcash.net
  verizon.com verizonmedia.com verisign.com horizon.net verdion.com att.com att.net.mx atm.net alt.net art.net act.net
  bell.ca bellaliant.net bellnet.ca bells.net sbc.com sbcglobal.com charter.com chartered.net charter.co.uk cox.com
  coxmail.com fox.net cop.net twc.com earthlink.com juno.co.uk netzero.com optimum.net optimumnet.com frontiernet.net
  centurytel.net embarqmail.com suddenlink.net mediacombb.net cableone.net shaw.com shaws.ca rogers.ca roger.com
  sympatica.ca telus.com telis.net videotron.com cogeco.ca btinternet.co.uk btopenworld.com btconnect.com bt.com
  talktalk.co.uk virgin.net virgin.com plusnet.com plus.net o2.com o2.de o2mail.de o2online.de o2.ie eircom.net
  eircom.ie ziggo.com zigo.com chello.nl planet.com kpn.com kpnplanet.nl hetnet.com tele2.nl tele2.it upcmail.nl
  casema.nl quicknet.nl zonnet.nl solcon.nl caiway.nl telfort.nl skynet.com voo.be scarlet.be telenet.com telenor.no
  telenor.dk telia.se telia.no bluewin.com bluemail.ch bluewind.ch swissonline.ch bluewine.ch terra.es terra.com
  bol.com uol.com uol.com.ar globomail.com oi.com.br r7.com zipmail.com.br bigpond.com.au optus.com.au westnet.com.au
  internode.on.net dodo.com.au slingshot.co.nz clear.net.nz rediff.com rediffmail.co.in vsnl.com vsnl.net zoho.in
  zohocorp.com zoo.com zono.com soho.com sohu.cn webmail.co.za dir.bg abc.bg abs.bg gbg.bg indamail.hu freestart.hu
  t-email.hu libertysurf.fr sapo.pt clix.pt netcabo.pt iol.com mail.telepac.pt telefonica.net terra.net ono.com ya.com
  wanadoo.es wanadoo.nl wanadoo.co.uk wandoo.com bezeqint.net zahav.net.il 012.net.il mynet.com.tr superonline.com
  ttmail.com fastmail.net fastmail.us fastmail.co.uk fastmails.com mailbox.com mailbox.de ctemplar.com soverin.net
  migadu.com hee.com superhuman.com lycos.de lycos.fr caramail.com caramail.fr excite.it netscape.com compuserve.com
  compuserve.de cs.com prodigy.net prodigy.net.mx infinitum.com.mx live.uk usa.net asia.com cheerful.com bigmail.com
  goodmail.com gawab.com maktoob.com hotmail.jo batelco.com.bh emirates.net.ae eim.ae etisalat.ae qatar.net.qa kwt.net
  gmailer.com smile.com gmark.com gmalls.com gmailing.com email.arizona.edu gail.in gmf.com gml.com game.com games.com
  grail.com mail.google.com googol.com goole.com foogle.com proton.com proton.ch protons.me photon.me protean.me
  croton.me pronto.me protonvpn.com proto.me protonmail.io naver.jp never.com nave.com haver.com raver.com waver.com
  maver.com navex.com naveo.com daum.com daub.net dam.net doum.net damn.net yande.com yandox.ru yanda.ru rambler.com
  ramble.com ramblers.org.uk gambler.ru rumbler.ru mails.ru mail2.ru mai.ru mali.ru mall.ru maill.com mil.ru male.ru
  mayl.ru 162.com 164.com 165.com 263.com 263.net 173.com 123.com 16.com 63.com 1633.com qq.cn qc.com q.co wq.com
  aq.com bq.com qa.com qqmail.com wp.com wp.de wpx.pl w.pl wb.pl op.com onet.com ont.com oned.pl inet.pl onex.pl
  interia.com materia.pl sezam.pl seznam.sk seznam.com cezam.cz
`)

/** Intended domain → typed domains. Some are too close to real names to be corrected. */
export const SLIPS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'gmail.com': `
      gmail.co gmail.cm gmail.om gmail.con gmail.comm gmail.c gmail gmial.com gmal.com gmil.com gmai.com gmaik.com
      gmaol.com gnail.com gmsil.com gmaip.com ggmail.com gmaiil.com gmmail.com gmali.com gmaill.com gmail.vom
      gmail.xom gmail.cim gmail.cpm gmail.con.com gmail.coom gmail.ocm gmail.cmo gmail.net gmail.org gmail.de
      gmail.fr gmail.co.uk gmail.comgmail.com fmail.com hmail.com gemail.com g-mail.com gmail.ccom gmail.com.com
      gimail.com gmaul.com gamil.com gmaio.com gmauil.com gmajl.com gmakl.com gmail.coma gmail.comn gmail.dom
      gmail.fom gmail..com .gmail.com gmail.com. gmail.com, gmail,com gmail;com gamail.com gmailcom gmail.comcom
      gmail.com.br gmail.it gmail.es qmail.com gmeil.com gmall.com gmaii.com gmail1.com
    `,
    'googlemail.com': `
      googelmail.com googlemial.com googlmail.com goglemail.com googlemail.de googlemail.con googlemail
    `,
    'yahoo.com': `
      yahoo.cm yaho.com yahooo.com yhoo.com yaoo.com yahho.com yahoo.co yahoo.con tahoo.com uahoo.com yaboo.com
      yajoo.com yshoo.com yahop.com yahio.com yhaoo.com yaho0.com yahoo yahou.com yayoo.com yahoo.om yahoo.comm
      yaahoo.com
    `,
    'yahoo.co.uk': `
      yahoo.co.ku yaho.co.uk yahooo.co.uk yahoo.couk yahoo.cou.k yahoo.c.uk yahoo.co.u yahoo.uk
    `,
    'yahoo.fr': `
      yaho.fr yahooo.fr yahoo.r
    `,
    'yahoo.com.br': `
      yahoo.com.b yaho.com.br yahoo.combr yahoo.con.br yahoo.br
    `,
    'hotmail.com': `
      hotmial.com hotmal.com hotmil.com hotmai.com hotmali.com hotnail.com htomail.com hotmaill.com hotmail.co
      hotmail.con hotmail.cm hotmail.om hotmail homail.com hotamil.com hotmaik.com hitmail.com hormail.com
      hotmsil.com jotmail.com hptmail.com hoymail.com hottmail.com hotmmail.com hotmaiil.com otmail.com hotmeil.com
      hotmaul.com
    `,
    'hotmail.fr': `
      hotmial.fr hotmai.fr hotmal.fr hotmaill.fr hotmil.fr hotmail.frr hotmail.f
    `,
    'hotmail.co.uk': `
      hotmial.co.uk hotmail.couk hotmail.uk hotmal.co.uk hotmail.co.ku
    `,
    'outlook.com': `
      outlok.com outloook.com outlook.co outllok.com putlook.com oulook.com outlool.com outlook.con outlook
      outlokk.com ooutlook.com outlouk.com outlookk.com otulook.com outlook.cm
    `,
    'icloud.com': `
      iclould.com iclud.com icloud.co icoud.com iclod.com icloude.com icluod.com icloud.con icloud iclooud.com
      ucloud.com ivloud.com icould.com icloud.om
    `,
    'live.com': `
      live.con live.cm liv.com live.co
    `,
    'msn.com': `
      msn.con msn.cm
    `,
    'aol.com': `
      aol.con aol.cm aol.co aol aoll.com
    `,
    'protonmail.com': `
      protonmial.com protnmail.com protonmal.com protonmail.con protonmail protomail.com protonmai.com
    `,
    'proton.me': `
      proton.em prton.me protom.me protn.me
    `,
    't-online.de': `
      t-online.d tonline.de t-onlie.de t-onilne.de t-onlin.de t-online.dee t-omline.de t-onlne.de t.online.de
      t-online
    `,
    'web.de': `
      wen.de web.d wbe.de web.dee we.de
    `,
    'gmx.de': `
      gmx.d gmc.de gmz.de gxm.de gmx.dee gnx.de
    `,
    'gmx.net': `
      gmx.nte gmx.ney gmx.ne
    `,
    'freenet.de': `
      freent.de frenet.de freenet.d freente.de
    `,
    'orange.fr': `
      ornage.fr orang.fr orage.fr orange.f orangr.fr oange.fr
    `,
    'wanadoo.fr': `
      wanado.fr wandoo.fr wanaddo.fr wanadoo.f
    `,
    'laposte.net': `
      lapost.net lapsote.net laposte.nte laposte.ent
    `,
    'free.fr': `
      fre.fr free.f
    `,
    'sfr.fr': `
      srf.fr
    `,
    'libero.it': `
      liebro.it liberro.it libero.i lbero.it libeo.it libero.itt
    `,
    'virgilio.it': `
      virgiio.it virigilio.it virgilo.it
    `,
    'mail.ru': `
      mial.ru mail.r maill.ru mai.ru mal.ru
    `,
    'yandex.ru': `
      yadnex.ru yandx.ru yandex.r yandez.ru yanex.ru
    `,
    'rambler.ru': `
      ramblr.ru rambeler.ru rambler.r
    `,
    'qq.com': `
      qq.con qq.cm qqq.com qq.co
    `,
    '163.com': `
      163.con 163.cm 136.com 16.com
    `,
    '126.com': `
      126.con
    `,
    'naver.com': `
      naver.con navre.com naver.cm nver.com naaver.com
    `,
    'daum.net': `
      daum.nte daun.net
    `,
    'hanmail.net': `
      hanmial.net hanmail.nte hanmal.net
    `,
    'comcast.net': `
      comcst.net comcast.nte comacst.net comcast.ent concast.net comcats.net
    `,
    'verizon.net': `
      verzon.net verizon.nte verison.net
    `,
    'sbcglobal.net': `
      sbcgloabl.net sbcglobl.net sbcglobal.nte
    `,
    'att.net': `
      at.net att.nte
    `,
    'bellsouth.net': `
      belsouth.net bellsouht.net bellsouth.nte
    `,
    'btinternet.com': `
      btinternet.con btinernet.com btintenet.com btinterne.com
    `,
    'wp.pl': `
      wp.p
    `,
    'o2.pl': `
      o2.p
    `,
    'onet.pl': `
      ont.pl onte.pl
    `,
    'interia.pl': `
      intria.pl inteira.pl
    `,
    'seznam.cz': `
      sezam.cz seznma.cz seznam.c szenam.cz
    `,
    'bol.com.br': `
      bol.com.b
    `,
    'uol.com.br': `
      uol.com.b uol.com.brr
    `,
    'bigpond.com': `
      bigpnd.com bigpond.con bigond.com
    `,
    'rediffmail.com': `
      redifmail.com rediffmial.com rediffmail.con
    `,
    'ziggo.nl': `
      zigo.nl ziggo.n
    `,
    'hetnet.nl': `
      hetent.nl
    `,
    'telenet.be': `
      telent.be telenet.b telnet.be
    `,
    'bluewin.ch': `
      bluwin.ch bluewin.c
    `,
    'gmx.at': `
      gmx.a
    `,
    'mail.com': `
      mail.con mail.cm
    `,
    'ymail.com': `
      ymial.com ymail.con
    `,
    'fastmail.com': `
      fastmial.com fastmal.com
    `,
    'zoho.com': `
      zoh.com zoho.con
    `,
    'me.com': `
      me.con
    `,
    'mac.com': `
      mac.con
    `,
  }).map(([meant, typed]) => [meant, words(typed)]),
)
