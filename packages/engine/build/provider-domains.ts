/**
 * Mail domains that the package @mikkelscheike/email-provider-links lacks, by the provider names of `src/mx-providers.ts`,
 * and its own labels under the same names.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const MORE_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  'google-gmail': words('gmail.com googlemail.com'),
  'microsoft-consumer': words(`
    outlook.com outlook.at outlook.be outlook.bg outlook.cl outlook.cn outlook.co.id outlook.co.il outlook.co.nz outlook.co.th
    outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr outlook.com.pe outlook.com.tr outlook.com.vn outlook.cz
    outlook.de outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp outlook.kr outlook.lv
    outlook.my outlook.ph outlook.pt outlook.sa outlook.sg outlook.sk
    hotmail.com hotmail.at hotmail.be hotmail.ca hotmail.ch hotmail.cl hotmail.co.id hotmail.co.il hotmail.co.in hotmail.co.jp
    hotmail.co.kr hotmail.co.nz hotmail.co.th hotmail.co.uk hotmail.co.za hotmail.com.ar hotmail.com.au hotmail.com.br
    hotmail.com.hk hotmail.com.tr hotmail.com.tw hotmail.com.vn hotmail.cz hotmail.de hotmail.dk hotmail.es hotmail.fi
    hotmail.fr hotmail.gr hotmail.hu hotmail.it hotmail.lt hotmail.lv hotmail.my hotmail.nl hotmail.no hotmail.ph hotmail.rs
    hotmail.se hotmail.sg hotmail.sk
    live.com live.at live.be live.ca live.ch live.cl live.cn live.co.in live.co.kr live.co.uk live.co.za live.com.ar
    live.com.au live.com.mx live.com.my live.com.ph live.com.pt live.com.sg live.de live.dk live.fi live.fr live.hk live.ie
    live.in live.it live.jp live.nl live.no live.ru live.se msn.com msn.cn msn.nl passport.com windowslive.com
  `),
  yahoo: words(`
    yahoo.com ymail.com rocketmail.com myyahoo.com yahoo.at yahoo.be yahoo.bg yahoo.ca yahoo.cl yahoo.cn yahoo.co.cr
    yahoo.co.hu yahoo.co.id yahoo.co.il yahoo.co.in yahoo.co.jp yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za
    yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.cn yahoo.com.co yahoo.com.hk yahoo.com.hr yahoo.com.mx yahoo.com.my
    yahoo.com.pe yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.ua yahoo.com.ve yahoo.com.vn yahoo.cz yahoo.de
    yahoo.dk yahoo.ee yahoo.es yahoo.fi yahoo.fr yahoo.gr yahoo.hr yahoo.hu yahoo.ie yahoo.in yahoo.it yahoo.lt yahoo.lv
    yahoo.nl yahoo.no yahoo.pl yahoo.pt yahoo.ro yahoo.rs yahoo.se yahoo.si yahoo.sk
  `),
  aol: words('aol.com aim.com aol.co.uk aol.de aol.fr aol.it aol.jp aol.nl netscape.net'),
  'apple-icloud': words('icloud.com me.com mac.com'),
  proton: words('proton.me protonmail.com protonmail.ch pm.me'),
  fastmail: words(`
    fastmail.com fastmail.fm fastmail.cn fastmail.co.uk fastmail.com.au fastmail.de fastmail.es fastmail.fr fastmail.im
    fastmail.in fastmail.jp fastmail.mx fastmail.net fastmail.nl fastmail.org fastmail.se fastmail.to fastmail.tw fastmail.uk
    fastmail.us 123mail.org 150mail.com 150ml.com 16mail.com 2-mail.com 4email.net 50mail.com airpost.net allmail.net
    bestmail.us cluemail.com elitemail.org emailcorner.net emailengine.net emailengine.org emailgroups.net emailplus.org
    emailuser.net eml.cc f-m.fm fast-email.com fast-mail.org fastem.com fastemail.us fastemailer.com fastest.cc fastimap.com
    fastmailbox.net fastmessaging.com fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com ftml.net h-mail.us hailmail.net
    imap-mail.com imap.cc imapmail.org inoutbox.com internet-e-mail.com internet-mail.org internetemails.net
    internetmailing.net jetemail.net justemail.net letterboxes.org mail-central.com mail-page.com mailandftp.com mailas.com
    mailbolt.com mailc.net mailcan.com mailforce.net mailftp.com mailhaven.com mailingaddress.org mailite.com mailmight.com
    mailnew.com mailsent.net mailservice.ms mailup.net mailworks.org ml1.net mm.st myfastmail.com mymacmail.com nospammail.net
    ownmail.net petml.com postinbox.com postpro.net proinbox.com promessage.com realemail.net reallyfast.biz reallyfast.info
    rushpost.com sent.as sent.at sent.com speedpost.net speedymail.org ssl-mail.com swift-mail.com the-fastest.net
    the-quickest.com theinternetemail.com veryfast.biz veryspeedy.net warpmail.net xsmail.com yepmail.net your-mail.com
  `),
  zoho: words('zoho.com zohomail.com zoho.eu zohomail.eu zoho.in zohomail.in zohomail.com.au'),
  yandex: words('yandex.ru yandex.com yandex.by yandex.kz yandex.ua yandex.com.tr ya.ru narod.ru'),
  'mail.ru': words('mail.ru bk.ru list.ru inbox.ru internet.ru xmail.ru'),
  qq: words('qq.com vip.qq.com foxmail.com'),
  netease: words('163.com 126.com yeah.net 188.com vip.163.com vip.126.com'),
  'china-mobile': words('139.com'),
  'china-telecom': words('189.cn 21cn.com'),
  'china-unicom': words('wo.cn'),
  gmx: words('gmx.net gmx.de gmx.com gmx.at gmx.ch gmx.org gmx.eu gmx.fr gmx.us gmx.co.uk'),
  'wp.pl': words('o2.pl tlen.pl go2.pl prokonto.pl'),
  onet: words('vp.pl op.pl autograf.pl onet.eu poczta.onet.pl amorki.pl buziaczek.pl opoczta.pl spoko.pl'),
  interia: words('interia.eu poczta.fm intmail.pl'),
  'gazeta.pl': words('gazeta.pl'),
  sohu: words('sohu.com vip.sohu.com'),
  tom: words('tom.com vip.tom.com'),
  att: words('bellsouth.net swbell.net nvbell.net prodigy.net'),
  telia: words('telia.com'),
  ionos: words('online.de onlinehome.de 1und1.de'),
  sfr: words('neuf.fr club-internet.fr cegetel.net 9online.fr'),
  libero: words('inwind.it iol.it blu.it giallo.it'),
  virgilio: words('tim.it'),
  'email.it': words('email.it'),
  fastweb: words('fastwebnet.it'),
  'virgin-media': words('blueyonder.co.uk ntlworld.com virgin.net'),
  talktalk: words('tiscali.co.uk lineone.net'),
  plusnet: words('plus.net plus.com'),
  'o2-uk': words('o2.co.uk'),
  centrum: words('atlas.cz'),
  volny: words('volny.cz'),
  azet: words('azet.sk'),
  zoznam: words('zoznam.sk'),
  'dir.bg': words('dir.bg'),
  citromail: words('citromail.hu'),
  indamail: words('indamail.hu'),
  'magyar-telekom': words('t-online.hu'),
  'i.ua': words('i.ua ua.fm'),
  'meta.ua': words('meta.ua'),
  bigmir: words('bigmir.net'),
  'tut.by': words('tut.by'),
  korea: words('korea.com'),
  sonet: words('so-net.ne.jp'),
  plala: words('plala.or.jp'),
  excite: words('excite.com excite.co.jp'),
  goo: words('goo.jp mail.goo.ne.jp'),
  ig: words('ig.com.br'),
  globo: words('globomail.com'),
  r7: words('r7.com'),
  uol: words('zipmail.com.br'),
  tpg: words('iinet.net.au tpg.com.au westnet.com.au internode.on.net'),
  cogeco: words('cogeco.ca'),
  ziggo: words('chello.nl upcmail.nl casema.nl zonnet.nl quicknet.nl'),
  kpn: words('telfort.nl'),
  'sunrise-upc': words('sunrise.ch hispeed.ch'),
  'a1-austria': words('aon.at a1.net'),
  'magenta-austria': words('chello.at inode.at'),
  telenor: words('bredband.net online.no'),
  tele2: words('comhem.se tele2.se'),
  spray: words('spray.se home.se passagen.se'),
  broadpark: words('broadpark.no'),
  getmail: words('getmail.no'),
  frisurf: words('frisurf.no'),
  'youmail.dk': words('mail.dk youmail.dk'),
  tdc: words('post.tele.dk tdcadsl.dk'),
  jubii: words('jubii.dk ofir.dk'),
  stofa: words('stofanet.dk'),
  elisa: words('kolumbus.fi elisanet.fi saunalahti.fi'),
  luukku: words('luukku.com'),
  suomi24: words('suomi24.fi'),
  dna: words('welho.com'),
  'telia-finland': words('pp.inet.fi'),
  netti: words('netti.fi'),
  movistar: words('telefonica.net'),
  terra: words('terra.es terra.com'),
  'vodafone-spain': words('ono.com'),
  'orange-spain': words('ya.com wanadoo.es'),
  sapo: words('sapo.pt'),
  nos: words('clix.pt netcabo.pt'),
  iol: words('iol.pt'),
  portugalmail: words('portugalmail.pt'),
  otenet: words('otenet.gr'),
  forthnet: words('forthnet.gr'),
  hol: words('hol.gr'),
  'in.gr': words('in.gr'),
  mynet: words('mynet.com'),
  superonline: words('superonline.com'),
  'turk-telekom': words('ttmail.com'),
  'mail.ee': words('mail.ee hot.ee'),
  inbox: words('inbox.lv inbox.lt inbox.eu'),
  'one.lt': words('one.lt'),
  apollo: words('apollo.lv'),
  walla: words('walla.com walla.co.il'),
  '012': words('012.net.il zahav.net.il'),
  netvision: words('netvision.net.il'),
  bezeq: words('bezeqint.net'),
  caramail: words('caramail.com caramail.fr'),
  mweb: words('mweb.co.za webmail.co.za'),
  telkom: words('telkomsa.net'),
  vodacom: words('vodamail.co.za'),
  pobox: words('pobox.com'),
  'mail.com': words(`
    engineer.com dr.com writeme.com techie.com post.com iname.com royal.net accountant.com activist.com adexec.com allergist.com
    alumni.com archaeologist.com artlover.com asia.com atheist.com bartender.net bikerider.com birdlover.com blader.com boardermail.com
    brew-master.com cash4u.com cheerful.com chef.net chemist.com clerk.com clubmember.org collector.org columnist.com comic.com
    computer4u.com contractor.net coolsite.net counsellor.com cutey.com cyberdude.com cybergal.com cyber-wizard.com deal-maker.com
    deliveryman.com diplomats.com doctor.com dublin.com execs.com fastservice.com financier.com fireman.net galaxyhit.com
    gardener.com geologist.com graduate.org graphic-designer.com groupmail.com hackermail.com hairdresser.net homemail.com hot-shot.com
    hilarious.com humanoid.net instruction.com instructor.net insurer.com job4u.com journalist.com keromail.com lawyer.com legislator.com
    linuxmail.org lobbyist.com lovecat.com mail-me.com mindless.com minister.com mortgage.com musician.org net-shopping.com
    null.net nonpartisan.com nycmail.com optician.com orthodontist.net pediatrician.com petlover.com photographer.net physicist.net
    politician.com presidency.com priest.com programmer.net protestant.com publicist.com qualityservice.com radiologist.net
    realtyagent.com reborn.com reggaefan.com registerednurses.com reincarnate.com religious.com repairman.com representative.com rescueteam.com
    salesperson.net sanfranmail.com scientist.com secretary.net snakebite.com socialworker.net sociologist.com solution4u.com songwriter.net
    teachers.org tech-center.com technologist.com therapist.net toothfairy.com tvstar.com umpire.com webname.com worker.com
    workmail.com
  `),
  riseup: words('riseup.net'),
  aruba: words('aruba.it pec.it'),
  'free.fr': words('aliceadsl.fr freesbee.fr libertysurf.fr worldonline.fr'),
  earthlink: words('mindspring.com'),
  'charter-spectrum': words('roadrunner.com twc.com brighthouse.com'),
  'turk.net': words('turk.net'),
  vfemail: words('vfemail.net'),
  sdf: words('sdf.org'),
  mailo: words('mailo.com net-c.com'),
  tuta: words('tutanota.com tutanota.de tutamail.com tuta.io tuta.com keemail.me'),
  hushmail: words('hushmail.com hush.com hush.ai hushmail.me'),
  hey: words('hey.com'),
  kakao: words('kakao.com'),
  docomo: words('docomo.ne.jp'),
  'kddi-au': words('ezweb.ne.jp au.com'),
  softbank: words('softbank.ne.jp i.softbank.jp'),
  'apple-private-relay': words('privaterelay.appleid.com private.icloud.com'),
  'firefox-relay': words('mozmail.com relay.firefox.com'),
  duckduckgo: words('duck.com'),
  'addy.io': words('anonaddy.com anonaddy.me addy.io'),
  simplelogin: words(`
    simplelogin.com simplelogin.co simplelogin.io simplelogin.fr slmail.me slmails.com silomails.com aleeas.com 8alias.com
    8shield.net dralias.com
  `),
  'proton-pass': words('passmail.net passmail.com passinbox.com passfwd.com'),
}

/** Providers that forward mail to a mailbox elsewhere. */
export const RELAY_PROVIDERS: ReadonlySet<string> = new Set(
  words('apple-private-relay firefox-relay duckduckgo addy.io simplelogin proton-pass'),
)

/** Providers with paid mailboxes, or mailboxes at the customer's own domain. */
export const PAID_PROVIDERS: ReadonlySet<string> = new Set(
  words(`
    fastmail hushmail hey godaddy hostinger hostgator siteground ionos namecheap-privateemail migadu mailbox.org runbox
    startmail countermail titan neo.space privatemail posteo iij kolab-now
  `),
)

/** The domains that suggestions offer, by number of mailboxes. */
export const SUGGESTED_DOMAINS = words(`
  gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com googlemail.com protonmail.com proton.me
  me.com mac.com ymail.com rocketmail.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net
  earthlink.net optonline.net juno.com mail.com gmx.com gmx.net gmx.de gmx.at gmx.ch web.de t-online.de freenet.de arcor.de
  yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.in yahoo.co.in yahoo.co.jp yahoo.com.br yahoo.com.ar
  yahoo.com.mx yahoo.com.au yahoo.com.sg yahoo.com.ph yahoo.co.id yahoo.com.vn yahoo.com.tw yahoo.com.hk
  hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.nl hotmail.be hotmail.ca hotmail.com.br hotmail.com.ar
  live.co.uk live.fr live.nl live.it live.com.mx outlook.fr outlook.de outlook.es outlook.it outlook.com.br
  orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it alice.it tiscali.it
  btinternet.com virginmedia.com blueyonder.co.uk ntlworld.com talktalk.net sky.com
  mail.ru yandex.ru yandex.com rambler.ru bk.ru list.ru inbox.ru ukr.net
  qq.com 163.com 126.com sina.com foxmail.com naver.com hanmail.net daum.net
  uol.com.br bol.com.br terra.com.br globo.com ig.com.br rediffmail.com
  wp.pl onet.pl interia.pl seznam.cz centrum.cz abv.bg bigpond.com optusnet.com.au telenet.be ziggo.nl
  rogers.com shaw.ca sympatico.ca zoho.com fastmail.com tutanota.com windstream.net
  hotmail.se hotmail.no hotmail.dk hotmail.fi hotmail.at hotmail.ch hotmail.gr hotmail.co.jp hotmail.co.za hotmail.com.tr
  hotmail.com.au hotmail.com.mx hotmail.cl hotmail.co.nz hotmail.hu hotmail.cz hotmail.co.th hotmail.ro
  yahoo.gr yahoo.se yahoo.pl yahoo.ro yahoo.nl yahoo.ie yahoo.be yahoo.at yahoo.dk yahoo.no yahoo.pt yahoo.cl yahoo.com.tr
  yahoo.com.my yahoo.co.th yahoo.co.kr yahoo.co.za yahoo.com.co yahoo.com.pe yahoo.com.ve yahoo.co.nz yahoo.co.il
  outlook.pt outlook.be outlook.jp outlook.kr outlook.co.th outlook.cl outlook.com.ar outlook.com.au outlook.com.tr outlook.at
  outlook.dk outlook.cz outlook.in outlook.ie outlook.com.vn outlook.com.gr outlook.sa outlook.sk outlook.hu
  live.de live.be live.se live.dk live.no live.ca live.com.au live.com.pt live.com.ar live.cl live.co.za live.at
  aol.co.uk aol.de aol.fr protonmail.ch yandex.by yandex.kz yandex.ua yandex.com.tr bluewin.ch bigpond.net.au eircom.net
  xtra.co.nz videotron.ca freemail.hu citromail.hu azet.sk zoznam.sk email.cz mynet.com walla.co.il otenet.gr
  online.no skynet.be planet.nl kpnmail.nl hetnet.nl telefonica.net numericable.fr aliceadsl.fr fastwebnet.it inwind.it
  docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com
`)

/** Provider ids of the package → our names, for providers that both have. */
export const SAME_PROVIDER: Readonly<Record<string, string>> = {
  g: 'google-gmail',
  msol: 'microsoft-consumer',
  livejp: 'microsoft-consumer',
  y: 'yahoo',
  aol: 'aol',
  icloud: 'apple-icloud',
  apple_relay: 'apple-private-relay',
  proton: 'proton',
  fast: 'fastmail',
  zoho: 'zoho',
  zohoeu: 'zoho',
  yandex: 'yandex',
  ru: 'mail.ru',
  qq: 'qq',
  alibab: 'aliyun',
  neteas: 'netease',
  gmx: 'gmx',
  ionos: 'ionos',
  godadd: 'godaddy',
  namech: 'namecheap-privateemail',
  migadu: 'migadu',
  mailboxorg: 'mailbox.org',
  tutano: 'tuta',
  runbox: 'runbox',
  hostin: 'hostinger',
  titan: 'titan',
  duck: 'duckduckgo',
  anonad: 'addy.io',
  hey: 'hey',
}
