// Default texts of pages whose owner has written nothing yet, and of pages without an owner: the placeholders of
// builders and frameworks in many languages, the makers of software that sign it, and what parked and unused domains say.
import { fold } from '../fold.ts'

function listOf(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(',')).map((entry) => fold(entry)))
}

/** Whole names, as they compare. */
const PLACEHOLDERS = listOf(
  'home, home page, homepage, main, main page, index, start, start page, landing page, website, web site, site, page, blog, welcome, news, shop, store, login, log in, sign in, dashboard, webmail, portal, intranet, error, error page',
  'my website, my site, mysite, my web site, my blog, myblog, my wordpress, my wordpress site, my wordpress website, my wordpress blog, my store, my shop, my company, my business, my page, my homepage, my home page, my app, my application, my project, my portfolio, my new website, my new site, my first website, my awesome site',
  'your company, your company name, your company here, company name, company, yourcompany, your business, your business name, business name, your name, your name here, your brand, brand name, your logo, your logo here, logo, your website, your site, your site name, your site title, your website name, your store, your store name, your organization, organization name, organisation name, org name',
  'site name, sitename, site title, sitetitle, website name, website title, blog title, blog name, page title, title, title here, name, app name, application name, default, default site, default title, default website, default page',
  'untitled, untitled document, untitled page, untitled site, untitled website, new page, new site, new website, new blog, new tab, document, test, test site, testsite, test page, test website, demo, demo site, demo website, demo store, sample, sample site, sample page, sample company, example, example site, example domain, example company, lorem ipsum, hello world, placeholder, template, theme, starter, boilerplate, todo, change me, changeme, undefined, null, false, true, none, n/a, object object',
  'vite app, vite, vite react, vite react ts, vite vue ts, react app, create react app, my react app, react, vue app, vue, my vue app, nuxt app, nuxt, nuxtjs app, next app, next.js, nextjs, create next app, next.js app, svelte app, sveltekit app, sveltekit, svelte, angular, angular app, my angular app, ng app, gatsby, gatsby default starter, gatsby starter blog, gatsby starter, astro, astro starter kit, astro basics, remix app, new remix app, solid app, qwik app, preact app, ember app, webpack app, parcel sandbox, ionic app, expo app, flutter demo, flutter app, a new flutter project, docusaurus, my site docusaurus, vuepress, hugo, my new hugo site, jekyll, your awesome title, eleventy, hexo, ghost blog, laravel, laravel app, symfony, django, django site admin, rails, rails app, express, spring boot, blazor app, asp.net application, my asp.net application, wordpress, wordpress site, wordpress website, just another wordpress site, joomla, drupal, typo3, new typo3 site, my typo3 site, neos, contao, prestashop, magento, magento commerce, opencart, your store opencart, shopware, shopware demostore, demoshop, demo shop, shopify store, squarespace, wix, webflow, my webflow site, weebly, my weebly site, jimdo, carrd',
  'startseite, meine website, meine webseite, meine seite, meine homepage, meine internetseite, meine firma, mein blog, mein shop, meine wordpress website, mein wordpress blog, neue website, neue seite, ihre firma, ihr firmenname, ihr unternehmen, firmenname, ihr name, ihr logo, name der website, titel der website, seitentitel, willkommen, herzlich willkommen, testseite, musterfirma, mustermann, max mustermann, musterfirma gmbh, mustermann gmbh, unbenannt',
  'accueil, mon site, mon site web, mon site internet, mon blog, mon site wordpress, ma boutique, mon entreprise, votre entreprise, nom de votre entreprise, nom du site, titre du site, votre logo, votre site, page sans titre, sans titre, bienvenue, nouveau site',
  'inicio, mi sitio, mi sitio web, mi web, mi pagina, mi pagina web, mi blog, mi tienda, mi empresa, mi wordpress, tu empresa, su empresa, nombre de la empresa, nombre de tu empresa, nombre del sitio, titulo del sitio, tu logo, sin titulo, bienvenido, bienvenidos, pagina de inicio',
  'il mio sito, il mio sito web, il mio blog, il mio negozio, la mia azienda, la tua azienda, nome azienda, nome della tua azienda, nome del sito, titolo del sito, senza titolo, benvenuti, pagina iniziale',
  'mijn website, mijn site, mijn blog, mijn webshop, mijn bedrijf, uw bedrijf, uw bedrijfsnaam, jouw bedrijf, bedrijfsnaam, naam van de site, welkom, naamloos, hjem, min hjemmeside, min side, min blog, min nettside, min webbplats, min hemsida, min sida, min blogg, mitt foretag, ditt foretag, ditt foretagsnamn, foretagsnamn, firmanavn, dit firma, ditt firma, hem, etusivu, kotisivu, omat sivut, minun sivuni, kotisivuni',
  'meu site, meu website, meu blog, minha loja, minha pagina, minha empresa, sua empresa, nome da empresa, nome do site, titulo do site, pagina inicial, bem vindo, sem titulo, moja strona, moja strona internetowa, moj blog, moja firma, twoja firma, nazwa firmy, strona glowna, witamy, moje stranky, moje webove stranky, muj web, muj blog, vase firma, nazev firmy, uvod, domu, uvodni stranka, moja stranka, nazov firmy, az en weboldalam, sajat weboldal, weboldalam, cegnev, kezdolap, site-ul meu, siteul meu, numele companiei, acasa, moj sajt, moja web stranica, moja spletna stran, naslovna, pocetna, sitem, web sitem, benim sitem, firma adi, sirket adi, anasayfa, ana sayfa',
  'мой сайт, мой блог, мой магазин, моя компания, ваша компания, название компании, название сайта, главная, главная страница, мій сайт, назва компанії, головна, моят сайт, начало, αρχική, ο ιστότοπός μου, η ιστοσελίδα μου, όνομα εταιρείας',
  '我的网站, 我的網站, 我的博客, 我的部落格, 公司名称, 您的公司, 你的公司, 网站名称, 网站标题, 首页, 首頁, マイサイト, マイブログ, 会社名, サイト名, ホーム, トップページ, 내 사이트, 내 웹사이트, 회사명, 회사 이름, 홈, trang chủ, tên công ty, website của tôi, situs saya, blog saya, nama perusahaan, beranda, האתר שלי, דף הבית, موقعي, الرئيسية, اسم الشركة',
)

/** Software and services that sign the pages of their customers; on any other domain than their own it is not the owner. */
const MAKERS = [
  ...listOf(
    'blogger, carrd, facebook, ghost, gitea, forgejo, github, github pages, gitlab, godaddy, google sites, google, instagram, jimdo, joomla, linkedin, linktree, mastodon, mattermost, medium, nextcloud, owncloud, notion, odoo, openproject, redmine, jenkins, grafana, kibana, portainer, proxmox, pfsense, unifi, synology, synology diskstation, qnap',
    'roundcube, rainloop, snappymail, horde, sogo, zimbra, kopano, squirrelmail, mailcow, mailu, modoboa, axigen, smartermail, outlook, outlook web app, microsoft, microsoft exchange, microsoft 365, office 365, sharepoint, microsoft sharepoint, zoho, zoho mail, proton, fastmail, mail, webmail',
    'shopify, squarespace, strikingly, substack, tumblr, webflow, weebly, wix, wix com, wordpress, bigcommerce, prestashop, opencart, magento, shopware, drupal, typo3, moodle, discourse, phpbb, vbulletin, mediawiki, confluence, jira, atlassian, zendesk, freshdesk, hubspot, salesforce, mailchimp, typeform, calendly, framer, durable, tilda, ucoz, duda, site123, webnode, webador, one com, zyro, mozello, ionos, 1und1, strato, united domains, checkdomain, host europe, all inkl, hetzner, ovh, ovhcloud, gandi, infomaniak, hostpoint, hostinger, bluehost, hostgator, siteground, dreamhost, namecheap, namecheap parking, name com, network solutions, register com, domain com, web com, aruba, loopia, one, simply com, transip, combell, nazwa pl, home pl, reg ru, beget, timeweb, xserver, onamae, gabia, cafe24',
    'afternic, dan, dan com, hugedomains, sedo, sedo parking, bodis, parkingcrew, above, above com, dynadot, namesilo, porkbun, epik, uniregistry, undeveloped, efty, squadhelp, atom, brandbucket, godaddy auctions, buydomains, domainmarket, flippa, namebright, domain for sale',
    'plesk, cpanel, whm, directadmin, ispconfig, webmin, apache, apache2, nginx, iis, litespeed, openresty, caddy, lighttpd, tomcat, cloudflare, vercel, netlify, heroku, firebase, aws, amazon s3, azure, microsoft azure, fastly, akamai, sucuri, incapsula, imperva, ddos guard',
  ),
]
const MAKER_NAMES = new Set(MAKERS)
/** Long enough not to begin the name of an ordinary company by chance. */
const TELLING_MAKERS = MAKERS.filter((maker) => maker.length >= 6)

/** Titles, and names that are such titles, of parked, unused, locked and failing pages. */
const UNUSED_TITLES = [
  /(?<!\p{L})(?:buy this|domain park(?:ed|ing)|parked (?:domain|page)|is parked|parking page|domain (?:names? )?for sale|premium domains?|auctions?:? )(?!\p{L})/iu,
  /(?<!\p{L})(?:zu[mr] verkauf|zu verkaufen|steht zum|à vendre|en venta|in vendita|te koop|til salg|till salu|na sprzedaż|à venda|продается|продаётся|domain kaufen|域名出售|ドメイン販売)(?!\p{L})/iu,
  /(?<!\p{L})(?:under construction|coming soon|launching soon|opening soon|maintenance(?: mode)?|default (?:web )?(?:site )?page|test page|index of|hacked by|future home of|welcome to nginx|it works|iis windows)(?!\p{L})/iu,
  /(?<!\p{L})(?:im aufbau|in arbeit|wartungsmodus|baustelle|en construction|en construcción|próximamente|in costruzione|in aanbouw|under opførelse|w budowie|em construção|em breve|в разработке|сайт в разработке)(?!\p{L})/iu,
  /(?<!\p{L})(?:account|domain|site|website|webspace|page) (?:is |has been )?(?:disabled|expired|suspended|unavailable|not available|not configured)(?!\p{L})/iu,
  /(?<!\p{L})(?:not found|access denied|forbidden|bad gateway|service unavailable|internal server error|site not found|page not found)(?!\p{L})/iu,
  /(?<!\p{L})(?:just a moment|attention required|checking your browser|are you (?:a robot|human)|verify you are human|security check|one moment|please wait|ddos protection|captcha|enable javascript)(?!\p{L})/iu,
]
/** Titles that registrars, brokers and marketplaces write over a name that they park or sell. */
const LANDER_TITLES = [
  /(?<!\p{L})(?:informationen zum thema|brandable|premium (?:\p{L}+ )?(?:domain|name)|noms? de domaine|nombres? de dominio|nom[ei] a? ?dominio|domeinnaam|domain ?name)(?!\p{L})/iu,
  /(?<!\p{L})(?:domain|domein|domena|dominio|domaine|domän|domæne|domene) (?:gereserveerd|geregistreerd|registrato|registrado|réservé|zarejestrowana|registrert|registrerad|reserviert|registriert|parked|broker)(?!\p{L})/iu,
]
/** Each of them alone is on honest pages too; two of them are not. */
const LANDER_SIGNS = [
  /(?<!\p{L})(?:make an offer|minimum offer|get a quote|faites une offre|haz una oferta|haga una oferta|fai un.offerta|doe een bod|angebot (?:abgeben|machen)|złóż ofertę|submit an offer)(?!\p{L})/iu,
  /(?<!\p{L})(?:lease to own|rent to own|buy it now|buy now|pay monthly|jetzt kaufen|kup teraz|acheter maintenant)(?!\p{L})/iu,
  /(?<!\p{L})(?:escrow|(?:safe|secure|fast|easy) transfer|domain transfer|logo design)(?!\p{L})/iu,
  /(?<!\p{L})(?:domain (?:name )?(?:brokers?|brokerage)|(?:this|ce|este|questo|deze|diese) (?:nom de |nome a |nombre de )?(?:domain|domaine|dominio|domein|domeinnaam))(?!\p{L})/iu,
  /(?<!\p{L})(?:related (?:searches|links|topics)|weitere links|verwandte (?:suchbegriffe|links|suchen)|recherches associées|búsquedas relacionadas|ricerche correlate|gerelateerde (?:zoekopdrachten|links))(?!\p{L})/iu,
  /(?<!\p{L})(?:short, memorable|memorable name|business name|startup name|name for a)(?!\p{L})/iu,
]

/** A theme that was put up as it came, and pages of those who took over a domain that its owner abandoned. */
const FOREIGN_TEXTS = [
  /(?<!\p{L})(?:html5?|css|bootstrap|tailwind|wordpress|joomla|shopify|react|vue|web ?site|web|landing page|admin|responsive|multipurpose|portfolio|e-?commerce|psd|prestashop|magento|woocommerce|opencart|drupal|webflow|elementor|business|agency|creative) (?:\p{L}+ )?(?:templates?|themes?)(?!\p{L})/iu,
  /(?<!\p{L})(?:portfolio|blog|site|shop|store|app|dashboard|next\.?js|react|vue|nuxt|astro|gatsby|svelte|tailwind|saas|landing page) (?:starter|boilerplate)(?: kit)?(?!\p{L})/iu,
  /(?<!\p{L})(?:slot gacor|gacor|judi (?:online|bola|slot)|situs (?:slot|judi|togel)|togel|bandar (?:judi|togel|slot)|slot online|maxwin|rtp (?:slot|live)|agen (?:judi|slot|bola)|casino bonus(?:es)?|online casinos?|kasyno online|cassino online|casino en ligne|онлайн казино|казино онлайн|deneme bonusu|bahis siteleri|casino siteleri|canlı bahis|在线赌场|真人娱乐|buy (?:viagra|cialis)|payday loans|essay writing service)(?!\p{L})/iu,
]
const FOR_SALE = /\bfor sale(?!\p{L})/giu
const WHAT_IS_SOLD = /(?<!\p{L})(?:domain|website|site|name|this|is)\b/iu

/** Texts of pages that are not in use. A broker's own pages speak of domains too, but not of this one. */
const UNUSED_TEXTS = [
  /(?:(?:first and )?best|beste|meilleure|mejor|migliore|melhor|bästa|bedste) (?:source|quelle|bron|fuente|fonte|källa|kilde) (?:for|für|voor|pour|de|para|per|til|för|di|du|van)(?!\p{L})/iu,
  /(?:ist die|is de|est la|es la|è la) (?:beste|meilleure|mejor|migliore) (?:quelle|bron|source|fuente|fonte)/iu,
  /(?:domain|domaine|dominio|domein|domeinnaam|domena|domínio|domän|domene|domæne) (?:jest |est |è |is |är |er |está |ist )?(?:registrat[oa]|registrad[oa]|geregistreerd|enregistré|zarejestrowan[ay]|utrzymywana|registrert|registrerad|registreret|disponible|disponibile|beschikbaar|dostępna|réservé|gereserveerd|reserviert|registriert)(?!\p{L})/iu,
  /(?:this|the) (?:premium )?(?:domain(?: name)?|website|web ?site|site) (?:is|may be|could be|might be|has been) (?:listed )?(?:for sale|available for purchase|parked|expired|suspended|on sale)/iu,
  /(?:buy|purchase|acquire|own|get|inquire about|make an offer on|interested in) this domain/iu,
  /(?:domain|page|site|website) (?:is )?(?:parked (?:free|by|with|at|for|on)|was (?:just )?registered|has (?:just |recently )?been registered|has expired)/iu,
  /(?:this|your) (?:web ?site|page|domain|(?:hosting )?account) (?:is )?(?:under construction|coming soon|being (?:built|set up)|has been suspended)/iu,
  /(?:diese|die) (?:domain|webseite|website|internetseite|seite) (?:steht zum verkauf|kann gekauft|ist (?:zu verkaufen|käuflich|geparkt|reserviert|registriert)|wurde (?:soeben |gerade )?(?:registriert|reserviert)|könnte zum verkauf)/iu,
  /(?:ce|le) (?:nom de )?domaine (?:est|peut être) (?:à vendre|en vente|réservé|parqué)/iu,
  /(?:este|el) (?:nombre de )?dominio (?:está|puede estar) (?:en venta|a la venta|aparcado|a la venda)/iu,
  /(?:questo|il) (?:nome a )?dominio (?:è|potrebbe essere) (?:in vendita|parcheggiato|registrato)/iu,
  /(?:deze|de) domein(?:naam)? is (?:te koop|gereserveerd|geregistreerd|geparkeerd)/iu,
  /(?:dette|denne|det här|detta) dom(?:ænenavn|æne|enenavn|enet|ene|änen|än) (?:er|är) (?:til salg|parkert|parkeret|till salu)/iu,
  /(?:ta|niniejsza) domena jest (?:na sprzedaż|zaparkowana|utrzymywana)/iu,
  /(?:este|o) domínio (?:está|pode estar) (?:à venda|estacionado)/iu,
  /(?:этот |данный )?домен (?:продаётся|продается|припаркован|зарегистрирован)/iu,
  /(?:此|该|這個|本)域名(?:正在)?(?:出售|可出售|待售)|このドメインは(?:販売|お名前)|이 도메인은 판매/u,
  /(?:bu|tarafından) alan adı (?:satılık|satılıktır)/iu,
  /hier entsteht (?:in kürze |demnächst |bald )?eine neue (?:internetpräsenz|webpräsenz|homepage|webseite|website|internetseite)/iu,
  /apache2? (?:ubuntu|debian|http server) (?:default|test) page|welcome to nginx!|placeholder page|web server'?s default page/iu,
]
/** The domain in place of "this domain". */
const NAMED_FOR_SALE =
  /\.\p{L}{2,24} (?:is|may be|could be|might be) (?:listed )?(?:for sale|available for purchase|on sale)(?!\p{L})/iu
/** A lander is short; a company's site that mentions a sale somewhere is not. */
const LANDER_MAX_CHARACTERS = 6_000

/** A page with so little on it that a sentence about its state is all of its content. */
const EMPTY_PAGE_MAX_CHARACTERS = 300

export function isPlaceholder(name: string): boolean {
  const folded = fold(name)
  return folded === '' || /^\d+$/.test(folded) || PLACEHOLDERS.has(folded)
}

/** Also as the first words: "GoDaddy Auctions". */
export function isMaker(name: string): boolean {
  const folded = fold(name).replace(/ (?:com|org|net|io)$/, '')
  return MAKER_NAMES.has(folded) || TELLING_MAKERS.some((maker) => folded.startsWith(`${maker} `))
}

/** Services that rate others and put their marks on the page of the rated. */
const REVIEW_SERVICES = listOf(
  'provenexpert, trustpilot, ekomi, trusted shops, trustedshops, google, google reviews, google bewertungen, yelp, feefo, reviews io, yotpo, stamped, kiyoh, klantenvertellen, webwinkelkeur, avis verifies, opiniones verificadas, tripadvisor, booking com, holidaycheck, jameda, ausgezeichnet org, werkenntdenbesten, shopvote, trustami, trustmary, reco, checkatrade, trustatrader, houzz, birdeye, podium, capterra, g2, clutch, sitejabber, resellerratings, doctolib, kununu, thefork',
)
const REVIEW_HEADINGS =
  /^(?:erfahrungen|(?:kunden|gäste|google)?-?(?:bewertungen|meinungen|stimmen|rezensionen)|kundenbewertungen|gästebuch|(?:customer |client |google |our |verified )?(?:reviews|testimonials|ratings)|avis(?: clients| vérifiés| google)?|témoignages|opiniones|reseñas|valoraciones|recensioni|opinioni|beoordelingen|klantbeoordelingen|ervaringen|avaliações|opinie|kundomdömen|omdömen|anmeldelser|kundeanmeldelser|arvostelut|hodnocení|отзывы)(?!\p{L})/iu

/** The heading of a rating, or who rates, in place of who is rated. */
export function isReviewHeading(name: string): boolean {
  return REVIEW_HEADINGS.test(name) || REVIEW_SERVICES.has(fold(name))
}

/** Services whose pages are lists of links to the profiles of one person or brand. */
const LINK_SERVICES = listOf(
  'linktree, beacons, beacons ai, bio link, bio site, lnk bio, linkin bio, link in bio, taplink, campsite, campsite bio, solo to, allmylinks, milkshake, hoo be, snipfeed, stan, stan store, koji, linkpop, linkr, linkbio, about me, many link, contactinbio, liinks, later, linkfire, toneden, feature fm, ffm to, songwhip, hypeddit, push fm, lnk to, withkoji, komi, bento, msha ke, direct me, instabio, tap bio',
  'links, all links, my links, alle links, meine links, mes liens, tous mes liens, mis enlaces, i miei link, meus links, mijn links',
)

/** Two of them in a title: "Instagram, TikTok". */
const NETWORKS = new Set(
  'instagram facebook tiktok youtube spotify twitch soundcloud bandcamp deezer tidal onlyfans patreon snapchat pinterest'.split(
    ' ',
  ),
)

/** Such a page has a handle where others have a name. Expects the parts of its titles. */
export function isLinkPage(parts: readonly string[], texts: readonly string[]): boolean {
  if (parts.some((part) => /^@[\w.]+/.test(part) || LINK_SERVICES.has(fold(part)))) return true
  if (
    parts.some(
      (part) =>
        fold(part)
          .split(' ')
          .filter((word) => NETWORKS.has(word)).length > 1,
    )
  )
    return true
  return texts.some((text) => /(?<!\p{L})link in bio(?!\p{L})/iu.test(text))
}

export function isUnusedTitle(text: string): boolean {
  if ([...UNUSED_TITLES, ...LANDER_TITLES].some((phrase) => phrase.test(text))) return true
  const offer = [...text.matchAll(FOR_SALE)].at(-1)
  return offer !== undefined && WHAT_IS_SOLD.test(text.slice(0, offer.index))
}

/** Words that fill a template until its owner writes some. */
export function isFilled(texts: readonly string[]): boolean {
  return texts.some((text) => /lorem ipsum/i.test(text))
}

/** Whether what the page says of itself may be its maker's or an intruder's: then no place of it confirms another. */
export function isForeign(texts: readonly (string | undefined)[]): boolean {
  return texts.some((text) => text !== undefined && FOREIGN_TEXTS.some((phrase) => phrase.test(text)))
}

export function isUnusedPage(title: string, texts: readonly string[]): boolean {
  if (isUnusedTitle(title)) return true
  const text = texts.join(' ')
  if (text.length > LANDER_MAX_CHARACTERS) return false
  const withoutNames = text
    .split(' ')
    .filter((word) => !isDomainLike(word))
    .join(' ')
  const signs = LANDER_SIGNS.filter((sign) => sign.test(text)).length + (/^\S+\.\p{L}+$/u.test(title.trim()) ? 1 : 0)
  if (signs > 1) return true
  if (text.length < EMPTY_PAGE_MAX_CHARACTERS && UNUSED_TITLES.some((phrase) => phrase.test(withoutNames))) return true
  // Without spaces between words, the sentence goes with the name.
  return NAMED_FOR_SALE.test(text) || UNUSED_TEXTS.some((phrase) => phrase.test(withoutNames) || phrase.test(text))
}

/** The phrases name the domain or not: "this domain acme.com is for sale". A period at the end is of the sentence. */
function isDomainLike(word: string): boolean {
  return word.slice(1, -1).includes('.')
}
