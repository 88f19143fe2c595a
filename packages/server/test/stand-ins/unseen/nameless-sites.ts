// Home pages that do not name the owner of their domain, written before anyone looked at how names are read: they measure the
// rules and were not used to write them. All of them are made up.
import { jsonLd, page, redirectTo } from '../website.ts'
import type { UnseenSite } from './unseen-site.ts'

const nameless = (what: string, domain: string, head: string, body = ''): UnseenSite => ({
  what,
  domain,
  names: [],
  web: { [`${domain}/`]: page(head, body) },
})
const og = (name: string) => `<meta property="og:site_name" content="${name}">`

export const NAMELESS_SITES: readonly UnseenSite[] = [
  nameless(
    'a domain market that speaks of the domain',
    'sunfjord.com',
    `<title>sunfjord.com is for sale | Buy it now</title>${og('Domain Bazaar')}<meta name="description" content="The domain name sunfjord.com is available. Make an offer.">`,
    '<h1>sunfjord.com</h1><p>Buy now for 4,888 USD or lease to own.</p>',
  ),
  nameless(
    'a parked page in German',
    'waldkante.de',
    '<title>waldkante.de steht zum Verkauf</title>',
    '<p>Diese Domain steht zum Verkauf! Der Inhaber bietet diese Domain an.</p>',
  ),
  nameless(
    'a parked page in French',
    'clairbois.fr',
    '<title>clairbois.fr</title>',
    '<h1>clairbois.fr</h1><p>Ce nom de domaine est à vendre. Liens sponsorisés : assurance, crédit, voyage</p>',
  ),
  nameless(
    'a registrar page of a fresh domain',
    'pelicanroof.com',
    `<title>pelicanroof.com - Registered at NameHarbour</title>${og('NameHarbour')}`,
    '<p>This domain has been registered with NameHarbour. If you are the owner, log in to build your website.</p>',
  ),
  nameless(
    'the welcome page of a web server',
    'ashdownlogistics.com',
    '<title>Welcome to nginx!</title>',
    '<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working.</p>',
  ),
  nameless(
    'the default page of a distribution',
    'cedarhold.net',
    '<title>Apache2 Ubuntu Default Page: It works</title>',
    '<p>It works!</p>',
  ),
  nameless(
    'the default page of a hosting panel',
    'mirandafoods.com',
    '<title>Default Web Site Page</title>',
    '<p>If you are the owner of this website, please contact your hosting provider</p>',
  ),
  nameless(
    'a suspended account',
    'tresmontes.cl',
    '<title>Account Suspended</title>',
    '<h1>This Account has been suspended.</h1><p>Contact your hosting provider for more information.</p>',
  ),
  nameless(
    'a check of the browser',
    'ironquay.com',
    '<title>Just a moment...</title>',
    '<p>Checking your browser before accessing ironquay.com</p>',
  ),
  nameless(
    'a page that asks to prove humanity',
    'saltmarshcapital.com',
    '<title>Attention Required! | Cloudfence</title>',
    '<h1>Please complete the security check</h1>',
  ),
  nameless(
    'a list of files',
    'ovenbird.co',
    '<title>Index of /</title>',
    '<h1>Index of /</h1><pre><a href="backup.zip">backup.zip</a></pre>',
  ),
  nameless(
    'a web mail',
    'ridgemontgroup.com',
    `<title>Roundcube Webmail :: Welcome to Roundcube Webmail</title>${og('Roundcube Webmail')}`,
    '<form><input name="_user"></form>',
  ),
  nameless(
    'a login page of a firewall',
    'kepplerholding.de',
    '<title>Sophos-like User Portal</title>',
    '<form><label>Username</label><input><label>Password</label><input type="password"></form>',
  ),
  nameless(
    'an announcement in English',
    'larchandlime.com',
    '<title>Coming Soon</title>',
    '<h1>Coming soon</h1><p>Our new website is on its way.</p>',
  ),
  nameless(
    'an announcement in Portuguese',
    'casadoportoalegre.com.br',
    '<title>Em breve</title>',
    '<h1>Site em construção</h1>',
  ),
  nameless(
    'an announcement in Turkish',
    'anadoluplastik.com.tr',
    '<title>Yapım Aşamasında</title>',
    '<p>Sitemiz yapım aşamasındadır.</p>',
  ),
  nameless('an announcement in Japanese', 'kawabe-kogyo.jp', '<title>準備中</title>', '<p>ただいま準備中です。</p>'),
  nameless(
    'a theme with its name left in',
    'harrowgateclinic.com',
    `<title>Medicare - Health &amp; Medical HTML Template</title>${og('Medicare HTML Template')}`,
    '<footer>© 2026 Medicare. All Rights Reserved | Template by Colorlib</footer>',
  ),
  nameless(
    'a theme with a made-up company',
    'dunmorecap.com',
    `<title>Home - Company Name</title>${og('Company Name')}`,
    '<p>Lorem ipsum dolor sit amet</p><footer>© Company Name 2026</footer>',
  ),
  nameless('a Nuxt project', 'tidegauge.app', `<title>Nuxt 3 App</title>${og('Nuxt App')}`, '<div id="__nuxt"></div>'),
  nameless(
    'a SvelteKit project',
    'quartzly.dev',
    '<title>Welcome to SvelteKit</title>',
    '<h1>to your new SvelteKit app</h1>',
  ),
  nameless(
    'a Laravel project',
    'bolderbank.co',
    `<title>Laravel</title>${og('Laravel')}`,
    '<a href="https://laravel.example/docs">Documentation</a>',
  ),
  nameless('a Czech builder', 'truhlarstvi-novotny.cz', `<title>Můj web</title>${og('Můj web')}`, '<p>Vítejte</p>'),
  nameless('a Swedish builder', 'bergakerstad.se', `<title>Hem | Min webbplats</title>${og('Min webbplats')}`, ''),
  nameless('a Turkish builder', 'yildiztekstil.com', `<title>Ana Sayfa | Web Sitem</title>${og('Web Sitem')}`, ''),
  nameless('a Japanese builder', 'sakuramachi-dental.jp', `<title>ホーム | マイサイト</title>${og('マイサイト')}`, ''),
  nameless('a Korean builder', 'daehanmetal.co.kr', `<title>홈 | 내 사이트</title>${og('내 사이트')}`, ''),
  nameless(
    'a Hungarian builder',
    'kovacsmuhely.hu',
    `<title>Kezdőlap - Saját weboldal</title>${og('Saját weboldal')}`,
    '',
  ),
  nameless(
    'a captured domain that sells bets',
    'greenfieldprimary.org',
    `<title>SLOT88 Gacor: Situs Judi Online Terpercaya</title>${og('SLOT88 Gacor')}`,
    '<footer>© 2026 SLOT88 Gacor</footer>',
  ),
  nameless(
    'a captured domain with structured data of another',
    'oldmillbakery.org',
    `<title>Best casino bonuses 2026</title>${jsonLd({ '@context': 'https://schema.org', '@type': 'Organization', name: 'LuckyReels', url: 'https://luckyreels.example/' })}`,
    '',
  ),
  nameless(
    'an article with a publisher of elsewhere',
    'reedwarbler.net',
    `<title>How to choose a boiler</title>${jsonLd({ '@context': 'https://schema.org', '@type': 'Article', headline: 'How to choose a boiler', publisher: { '@type': 'Organization', name: 'Boiler Weekly', url: 'https://boilerweekly.example' } })}`,
    '',
  ),
  nameless(
    'a shop that is not open yet',
    'fennelandfig.com',
    `<title>Opening soon</title>${og('My Store')}`,
    '<h1>Opening soon</h1><p>Be the first to know when we launch.</p><a>Enter using password</a>',
  ),
  nameless(
    'a title that is a slogan',
    'brixtonhale.com',
    '<title>Your trusted partner in digital transformation</title>',
    '<h1>Solutions that scale</h1>',
  ),
  nameless(
    'a title that is a trade and a town',
    'klempner-24.de',
    '<title>Klempner Notdienst Berlin - 24h Service</title>',
    '<h1>Ihr Klempner in Berlin</h1>',
  ),
  nameless('only the word home', 'osprey-dynamics.com', '<title>Home</title>', '<p>Welcome</p>'),
  nameless('an error text with a good status', 'wrenlake.com', '<title>404 Not Found</title>', '<h1>Not Found</h1>'),
  nameless(
    'an error of a database',
    'palmetto-homes.com',
    '<title>Database Error</title>',
    '<h1>Error establishing a database connection</h1>',
  ),
  nameless(
    'a page that needs scripts',
    'ketteringvale.com',
    '<title>Loading...</title>',
    '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
  ),
  nameless(
    'a wall of consent',
    'larkspurnews.nl',
    `<title>Cookie-instellingen</title>${og('ConsentBase')}`,
    '<h1>Wij vragen uw toestemming</h1>',
  ),
  {
    what: 'a redirect to a page of a social network',
    domain: 'joesburgertruck.com',
    names: [],
    web: {
      'joesburgertruck.com/': redirectTo('https://www.facelike.com/joesburgertruck'),
      'www.facelike.com/joesburgertruck': page(`<title>Joe's | Facelike</title>${og('Facelike')}`),
    },
  },
  {
    what: 'a redirect to another company',
    domain: 'smallacquired.com',
    names: [],
    web: {
      'smallacquired.com/': redirectTo('https://bigacquirer.com/'),
      'bigacquirer.com/': page(`<title>Big Acquirer</title>${og('Big Acquirer')}`),
    },
  },
  {
    what: 'robots that forbid everything',
    domain: 'stillwaterfund.com',
    names: [],
    web: {
      'stillwaterfund.com/robots.txt': (_request, response) =>
        response.setHeader('content-type', 'text/plain').end('User-agent: *\nDisallow: /\n'),
      'www.stillwaterfund.com/robots.txt': (_request, response) =>
        response.setHeader('content-type', 'text/plain').end('User-agent: *\nDisallow: /\n'),
      'stillwaterfund.com/': page(`<title>Stillwater Fund</title>${og('Stillwater Fund')}`),
      'www.stillwaterfund.com/': page(`<title>Stillwater Fund</title>${og('Stillwater Fund')}`),
    },
  },
]
