/**
 * Domains that must never be called disposable, written from general knowledge and not from any list that the build
 * compiles. They filter nothing: if one of them appears as disposable, the build fails so that a person can look.
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Mailbox providers and access networks whose addresses belong to real people. */
export const MAIL_PROVIDERS = words(`
  gmail.com googlemail.com outlook.com hotmail.com live.com msn.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es
  live.co.uk live.fr live.nl outlook.de outlook.fr outlook.es outlook.jp passport.com windowslive.com
  yahoo.com yahoo.co.uk yahoo.co.jp yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.in yahoo.co.in yahoo.com.br yahoo.com.ar
  yahoo.com.mx yahoo.ca yahoo.com.au yahoo.com.sg yahoo.com.hk yahoo.com.tw yahoo.co.id yahoo.com.vn yahoo.com.ph
  ymail.com rocketmail.com aol.com aim.com netscape.net icloud.com me.com mac.com
  proton.me protonmail.com pm.me protonmail.ch tutanota.com tutanota.de tuta.io tutamail.com tuta.com keemail.me
  fastmail.com fastmail.fm hey.com zoho.com zohomail.com zohomail.eu zoho.eu zohomail.in hushmail.com hush.com hush.ai mailfence.com
  runbox.com posteo.de posteo.net mailbox.org startmail.com disroot.org riseup.net autistici.org kolabnow.com
  countermail.com mail.com email.com usa.com consultant.com myself.com europe.com engineer.com dr.com writeme.com
  techie.com post.com iname.com inbox.com lycos.com excite.com juno.com netzero.net
  gmx.net gmx.de gmx.com gmx.at gmx.ch web.de t-online.de freenet.de arcor.de vodafone.de online.de 1und1.de
  orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr bbox.fr numericable.fr club-internet.fr aliceadsl.fr
  libero.it virgilio.it alice.it tin.it tiscali.it aruba.it pec.it email.it inwind.it
  btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk plus.com o2.co.uk
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net rr.com earthlink.net optonline.net
  frontier.com windstream.net centurylink.net q.com mindspring.com roadrunner.com
  shaw.ca rogers.com bell.net sympatico.ca telus.net videotron.ca
  bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au xtra.co.nz
  ziggo.nl home.nl kpnmail.nl planet.nl hetnet.nl xs4all.nl telenet.be skynet.be proximus.be
  bluewin.ch hispeed.ch sunrise.ch telia.com tele2.se bredband.net online.no broadpark.no mail.dk tdcadsl.dk
  seznam.cz email.cz post.cz centrum.cz atlas.cz azet.sk zoznam.sk wp.pl o2.pl onet.pl op.pl interia.pl gazeta.pl
  freemail.hu citromail.hu abv.bg mail.bg yahoo.ro
  mail.ru bk.ru list.ru inbox.ru internet.ru yandex.ru yandex.com ya.ru rambler.ru lenta.ru ukr.net i.ua meta.ua
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com 189.cn 21cn.com tom.com aliyun.com
  naver.com hanmail.net daum.net nate.com kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com biglobe.ne.jp
  ocn.ne.jp rediffmail.com indiatimes.com sify.com uol.com.br bol.com.br terra.com.br globo.com ig.com.br
  walla.co.il walla.com netvision.net.il mweb.co.za telkomsa.net vodamail.co.za mynet.com turk.net
  lavabit.com safe-mail.net mail2world.com royal.net
  vfemail.net airmail.cc cock.li sdf.org pobox.com
`)

/** Relay and alias services of known owners: the person behind the address is reachable. */
export const RELAYS = words(`
  privaterelay.appleid.com mozmail.com relay.firefox.com duck.com simplelogin.com simplelogin.co simplelogin.io
  simplelogin.fr slmail.me slmails.com silomails.com aleeas.com 8alias.com 8shield.net dralias.com
  addy.io anonaddy.com anonaddy.me passmail.net passmail.com passinbox.com passfwd.com
  forwardemail.net improvmx.com
`)

/** Companies, institutions and sites that people exchange mail with. */
export const WELL_KNOWN_SITES = words(`
  google.com youtube.com facebook.com fb.com instagram.com whatsapp.com x.com twitter.com linkedin.com wikipedia.org
  wikimedia.org reddit.com amazon.com amazon.de amazon.co.uk apple.com microsoft.com github.com gitlab.com bitbucket.org
  netflix.com spotify.com adobe.com oracle.com ibm.com intel.com amd.com nvidia.com cisco.com dell.com hp.com sap.com
  salesforce.com slack.com zoom.us dropbox.com box.com atlassian.com stripe.com paypal.com ebay.com shopify.com
  airbnb.com booking.com uber.com lyft.com tesla.com ford.com toyota.com bmw.de volkswagen.de siemens.com bosch.com
  samsung.com sony.com lg.com huawei.com xiaomi.com tencent.com baidu.com alibaba.com taobao.com jd.com bytedance.com
  tiktok.com yandex.net google.tm craigslist.org test.com mooo.com wordpress.com wordpress.org tumblr.com medium.com
  quora.com stackoverflow.com stackexchange.com mozilla.org debian.org ubuntu.com apache.org python.org nodejs.org
  npmjs.com docker.com cloudflare.com digitalocean.com heroku.com godaddy.com namecheap.com ovh.com hetzner.com
  nytimes.com washingtonpost.com bbc.co.uk bbc.com cnn.com theguardian.com reuters.com bloomberg.com wsj.com ft.com
  lemonde.fr spiegel.de zeit.de elpais.com corriere.it repubblica.it asahi.com
  harvard.edu mit.edu stanford.edu berkeley.edu yale.edu princeton.edu ox.ac.uk cam.ac.uk ethz.ch epfl.ch tum.de
  nus.edu.sg ntu.edu.sg u-tokyo.ac.jp tsinghua.edu.cn unam.mx usp.br iitb.ac.in unimelb.edu.au utoronto.ca
  nasa.gov nih.gov irs.gov usps.com europa.eu un.org who.int worldbank.org imf.org nato.int redcross.org
  jpmorgan.com chase.com bankofamerica.com wellsfargo.com citi.com hsbc.com barclays.co.uk db.com ubs.com visa.com
  mastercard.com americanexpress.com pwc.com deloitte.com kpmg.com ey.com accenture.com mckinsey.com bcg.com
  walmart.com target.com costco.com ikea.com nike.com adidas.com zara.com hm.com lufthansa.com delta.com united.com
  airfrance.fr emirates.com dhl.com fedex.com ups.com pfizer.com novartis.com roche.com bayer.com basf.com
  mailchimp.com sendgrid.com mailgun.com hubspot.com zendesk.com intercom.com twilio.com typeform.com canva.com
  figma.com notion.so openai.com anthropic.com discord.com twitch.tv steampowered.com epicgames.com roblox.com
  feedspot.com angi.com yelp.com tripadvisor.com expedia.com zillow.com indeed.com monster.com glassdoor.com
`)

/** Suffixes under which anyone can register: the names below them belong to other people. */
export const PUBLIC_SUFFIXES = words(`
  web.id my.id edu.pl pp.ua eu.org co.uk com.br co.jp duckdns.org github.io blogspot.com za.com us.com msk.ru nom.za ddns.net
`)

/** The opposite check: if one of these is missing, a list was not read. */
export const DISPOSABLE_SERVICES = words(`
  mailinator.com guerrillamail.com 10minutemail.com yopmail.com trashmail.com sharklasers.com getnada.com maildrop.cc
  dispostable.com mailnesia.com throwawaymail.com mohmal.com
`)
