// Home pages with a name on them, written before anyone looked at how names are read: they measure the rules and were not
// used to write them. All of them are made up.
import { jsonLd, page, redirectTo } from '../website.ts'
import type { UnseenSite } from './unseen-site.ts'

const named = (what: string, domain: string, names: string | string[], head: string, body: string): UnseenSite => ({
  what,
  domain,
  names: [names].flat(),
  web: { [`${domain}/`]: page(head, body) },
})

export const NAMED_SITES: readonly UnseenSite[] = [
  named(
    'WordPress with a search plugin',
    'lindqvistbygg.se',
    ['Lindqvist Bygg', 'Lindqvist Bygg AB'],
    `<title>Hem - Lindqvist Bygg AB</title>
     <meta name="generator" content="WordPress 6.6.2">
     <meta name="description" content="Byggfirma i Västerås. Vi bygger och renoverar villor.">
     <meta property="og:locale" content="sv_SE"><meta property="og:type" content="website">
     <meta property="og:title" content="Hem - Lindqvist Bygg AB"><meta property="og:site_name" content="Lindqvist Bygg AB">
     ${jsonLd({
       '@context': 'https://schema.org',
       '@graph': [
         { '@type': 'WebPage', '@id': 'https://lindqvistbygg.se/', name: 'Hem - Lindqvist Bygg AB' },
         { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Hem' }] },
         {
           '@type': 'WebSite',
           '@id': 'https://lindqvistbygg.se/#website',
           url: 'https://lindqvistbygg.se/',
           name: 'Lindqvist Bygg AB',
           description: 'Bygg i Västerås',
         },
       ],
     })}`,
    '<header><a href="/">Lindqvist Bygg</a></header><main><h1>Vi bygger ditt hem</h1></main><footer>© 2026 Lindqvist Bygg AB | Org.nr 556000-1111</footer>',
  ),
  named(
    'a Squarespace portfolio',
    'mairedolan.com',
    ['Maire Dolan Ceramics'],
    `<title>Maire Dolan Ceramics</title><meta property="og:site_name" content="Maire Dolan Ceramics">
     <meta property="og:title" content="Maire Dolan Ceramics"><meta property="og:type" content="website">
     ${jsonLd({ url: 'https://www.mairedolan.com', name: 'Maire Dolan Ceramics', '@context': 'http://schema.org', '@type': 'WebSite' })}
     ${jsonLd({ legalName: '', address: 'Galway', email: 'studio@mairedolan.com', '@context': 'http://schema.org', '@type': 'Organization' })}`,
    '<h1>Stoneware for everyday tables</h1><footer>Made with Squarespace</footer>',
  ),
  named(
    'a Shopify shop',
    'brambleandwick.co.uk',
    ['Bramble & Wick'],
    `<title>Bramble &amp; Wick | Hand-poured soy candles &ndash; Bramble &amp; Wick</title>
     <meta property="og:site_name" content="Bramble &amp; Wick"><meta property="og:type" content="website">
     ${jsonLd({ '@context': 'http://schema.org', '@type': 'Organization', name: 'Bramble & Wick', logo: '', sameAs: ['', 'https://www.instagram.com/brambleandwick'], url: 'https://brambleandwick.co.uk' })}`,
    '<footer>© 2026, Bramble &amp; Wick. Powered by Shopify</footer>',
  ),
  named(
    'a Webflow landing page without site name',
    'tallowport.io',
    ['Tallowport'],
    `<title>Tallowport - Freight visibility for ports</title><meta content="Tallowport - Freight visibility for ports" property="og:title">
     <meta content="Webflow" name="generator"><meta name="description" content="Tallowport gives terminals one live view of freight.">`,
    '<nav><img alt="Tallowport logo" src="/l.svg"></nav><h1>One live view of every container</h1><footer>© 2026 Tallowport, Inc. All rights reserved.</footer>',
  ),
  named(
    'a Jimdo site of a craftsman',
    'malermeister-oezdemir.de',
    ['Malermeister Özdemir'],
    `<title>Malermeister Özdemir - Ihr Maler in Kassel</title><meta property="og:title" content="Malermeister Özdemir - Ihr Maler in Kassel">
     <meta property="og:type" content="website"><meta name="description" content="Innenanstrich, Fassaden, Lackierarbeiten">`,
    '<h1>Malermeister Özdemir</h1><p>Innenanstrich</p><footer>Impressum | Datenschutz | Cookie-Richtlinie | Sitemap</footer>',
  ),
  named(
    'a TYPO3 site of a machine maker',
    'hoffrichter-antriebe.de',
    ['Hoffrichter Antriebe', 'Hoffrichter Antriebe GmbH & Co. KG'],
    `<title>Startseite: Hoffrichter Antriebe GmbH &amp; Co. KG</title><meta name="generator" content="TYPO3 CMS">
     <meta name="author" content="Agentur Blauwerk"><meta name="description" content="Getriebe und Antriebe aus Chemnitz">`,
    '<img src="logo.png" alt="Hoffrichter Antriebe GmbH &amp; Co. KG"><h1>Antriebe, die laufen</h1><footer>© Hoffrichter Antriebe GmbH &amp; Co. KG. Umsetzung: Agentur Blauwerk</footer>',
  ),
  named(
    'a Bitrix site in Russian',
    'stroyinvest-tver.ru',
    ['СтройИнвест'],
    `<title>СтройИнвест — строительство домов под ключ в Твери</title><meta property="og:site_name" content="СтройИнвест">
     ${jsonLd({ '@context': 'https://schema.org', '@type': 'LocalBusiness', name: 'СтройИнвест', telephone: '+7 4822 000000', url: 'https://stroyinvest-tver.ru' })}`,
    '<footer>© 2010–2026 ООО «СтройИнвест»</footer>',
  ),
  named(
    'a Tilda page in Russian, named by title and footer',
    'kofelab.ru',
    ['Кофелаб'],
    `<title>Кофелаб | Обжарка кофе в Казани</title><meta property="og:title" content="Кофелаб | Обжарка кофе в Казани"><meta property="og:type" content="website">`,
    '<h1>Кофелаб</h1><p>Свежая обжарка каждый вторник</p><footer>© Кофелаб 2026</footer>',
  ),
  named(
    'a Japanese maker',
    'hayamizu-seiko.co.jp',
    ['速水精工株式会社', '速水精工'],
    `<title>速水精工株式会社｜精密部品加工</title><meta property="og:site_name" content="速水精工株式会社"><meta property="og:title" content="速水精工株式会社｜精密部品加工">`,
    '<h1>精密部品の加工なら</h1><footer>Copyright © 速水精工株式会社 All Rights Reserved.</footer>',
  ),
  named(
    'a Korean firm with structured data',
    'hanbitsoftware.kr',
    ['한빛소프트웨어'],
    `<title>한빛소프트웨어 - 홈</title>${jsonLd({ '@context': 'https://schema.org', '@type': 'Corporation', name: '한빛소프트웨어', url: 'https://www.hanbitsoftware.kr/' })}`,
    '<footer>(주)한빛소프트웨어 대표이사 김철수</footer>',
  ),
  named(
    'a Chinese factory',
    'ruifengvalve.com',
    ['瑞丰阀门', '瑞丰阀门有限公司', '温州瑞丰阀门有限公司'],
    `<title>温州瑞丰阀门有限公司-球阀,闸阀,止回阀厂家</title><meta name="keywords" content="球阀,闸阀"><meta name="description" content="温州瑞丰阀门有限公司专业生产球阀、闸阀。">`,
    '<h1><img alt="温州瑞丰阀门有限公司"></h1><footer>版权所有 © 温州瑞丰阀门有限公司 浙ICP备00000000号</footer>',
  ),
  named(
    'a Greek hotel',
    'thalassa-naxos.gr',
    ['Thalassa Naxos'],
    `<title>Thalassa Naxos | Ξενοδοχείο στη Νάξο</title>${jsonLd({ '@context': 'https://schema.org', '@type': 'Hotel', name: 'Thalassa Naxos', url: 'https://thalassa-naxos.gr/el/' })}`,
    '<footer>© Thalassa Naxos 2026</footer>',
  ),
  named(
    'an Arabic trading house',
    'alnoortrading.ae',
    ['شركة النور للتجارة', 'النور للتجارة'],
    `<title>شركة النور للتجارة | الصفحة الرئيسية</title><meta property="og:site_name" content="شركة النور للتجارة">`,
    '<h1>شركة النور للتجارة</h1><footer>جميع الحقوق محفوظة © شركة النور للتجارة 2026</footer>',
  ),
  named(
    'a Hebrew law firm',
    'levinadv.co.il',
    ['לוין ושות׳ עורכי דין'],
    `<title>לוין ושות׳ עורכי דין</title><meta property="og:site_name" content="לוין ושות׳ עורכי דין">`,
    '<footer>© לוין ושות׳ עורכי דין</footer>',
  ),
  named(
    'a Drupal university',
    'uni-breitenau.at',
    ['Universität Breitenau'],
    `<title>Startseite | Universität Breitenau</title><meta name="Generator" content="Drupal 10 (https://www.drupal.org)">
     ${jsonLd({ '@context': 'https://schema.org', '@graph': [{ '@type': 'CollegeOrUniversity', name: 'Universität Breitenau', url: 'https://www.uni-breitenau.at/' }] })}`,
    '<footer>© Universität Breitenau</footer>',
  ),
  named(
    'a Joomla club in Polish',
    'zeglarz-gdynia.pl',
    ['Klub Żeglarski Gdynia', 'Żeglarz Gdynia'],
    `<title>Strona główna - Żeglarz Gdynia</title><meta name="generator" content="Joomla! - Open Source Content Management">`,
    '<h1>Aktualności</h1><footer>© 2026 Żeglarz Gdynia. Wszelkie prawa zastrzeżone.</footer>',
  ),
  named(
    'a PrestaShop in Spanish',
    'quesosdelvalle.es',
    ['Quesos del Valle'],
    `<title>Quesos del Valle</title><meta property="og:site_name" content="Quesos del Valle">
     ${jsonLd({ '@context': 'https://schema.org', '@type': 'Organization', name: 'Quesos del Valle', url: 'https://quesosdelvalle.es/', logo: { '@type': 'ImageObject', image: 'https://quesosdelvalle.es/img/logo.jpg' } })}
     ${jsonLd({ '@context': 'https://schema.org', '@type': 'WebPage', isPartOf: { '@type': 'WebSite', url: 'https://quesosdelvalle.es/', name: 'Quesos del Valle' }, name: 'Quesos del Valle' })}`,
    '<footer>© 2026 - Software Ecommerce desarrollado por PrestaShop™</footer>',
  ),
  named(
    'a Ghost magazine',
    'thetidewrack.com',
    ['The Tidewrack'],
    `<title>The Tidewrack</title><meta name="generator" content="Ghost 5.82"><meta property="og:site_name" content="The Tidewrack">
     ${jsonLd({ '@context': 'https://schema.org', '@type': 'WebSite', publisher: { '@type': 'Organization', name: 'The Tidewrack', url: 'https://thetidewrack.com/', logo: { '@type': 'ImageObject', url: 'https://thetidewrack.com/favicon.ico' } }, url: 'https://thetidewrack.com/', mainEntityOfPage: 'https://thetidewrack.com/' })}`,
    '<footer>The Tidewrack © 2026 Published with Ghost</footer>',
  ),
  named(
    'a Framer start-up page',
    'getplumb.app',
    ['Plumb'],
    `<title>Plumb: payroll for small crews</title><meta property="og:title" content="Plumb: payroll for small crews"><meta name="generator" content="Framer a1b2c3">`,
    '<h1>Payroll for small crews</h1><p>Plumb pays your crew on time.</p><footer>© 2026 Plumb Labs, Inc.</footer>',
  ),
  named(
    'a name in domain order only after the "get" prefix',
    'trymarlowe.com',
    ['Marlowe'],
    `<title>Marlowe | The calm inbox</title><meta property="og:site_name" content="Marlowe">`,
    '<footer>© Marlowe Software Ltd</footer>',
  ),
  named(
    'a Danish firm whose domain spells out its vowels',
    'soerensenbaadevaerft.dk',
    ['Sørensen Bådeværft'],
    `<title>Sørensen Bådeværft - træskibe siden 1931</title><meta property="og:site_name" content="Sørensen Bådeværft">`,
    '<footer>Sørensen Bådeværft · CVR 10000000</footer>',
  ),
  named(
    'a Turkish bakery whose domain drops the dots',
    'gulluoglufirin.com.tr',
    ['Güllüoğlu Fırın'],
    `<title>Güllüoğlu Fırın - Ana Sayfa</title><meta property="og:title" content="Güllüoğlu Fırın - Ana Sayfa">`,
    '<h1>Hoş geldiniz</h1><footer>© 2026 Güllüoğlu Fırın. Tüm hakları saklıdır.</footer>',
  ),
  named(
    'a Vietnamese tour company',
    'dulichbienxanh.vn',
    ['Du Lịch Biển Xanh'],
    `<title>Trang chủ - Du Lịch Biển Xanh</title><meta property="og:site_name" content="Du Lịch Biển Xanh">`,
    '<footer>© Du Lịch Biển Xanh</footer>',
  ),
  named(
    'an acronym domain spelled out on the page',
    'nat-service.de',
    ['NAT Service', 'NAT Service GmbH', 'NAT Norddeutsche Antriebstechnik Service GmbH'],
    `<title>NAT Service GmbH | Wartung von Antrieben</title>${jsonLd({ '@context': 'https://schema.org', '@type': 'ProfessionalService', name: 'NAT Service GmbH', legalName: 'NAT Norddeutsche Antriebstechnik Service GmbH', url: 'https://www.nat-service.de' })}`,
    '<footer>© NAT Service GmbH</footer>',
  ),
  named(
    'microdata of a restaurant',
    'trattoriadaginevra.it',
    ['Trattoria da Ginevra'],
    '<title>Trattoria da Ginevra - Cucina tipica a Lucca</title>',
    `<div itemscope itemtype="https://schema.org/Restaurant"><h1 itemprop="name">Trattoria da Ginevra</h1><span itemprop="servesCuisine">Toscana</span>
     <div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">Via dei Fossi 1</span></div></div>`,
  ),
  named(
    'RDFa of a foundation',
    'stiftung-auenwald.ch',
    ['Stiftung Auenwald'],
    '<title>Stiftung Auenwald – Für lebendige Flüsse</title>',
    `<div vocab="https://schema.org/" typeof="NGO"><span property="name">Stiftung Auenwald</span></div><footer>Stiftung Auenwald, Bern</footer>`,
  ),
  named(
    'a dentist with the name in the second part of the title',
    'praxis-wiegand.de',
    ['Zahnarztpraxis Dr. Wiegand', 'Praxis Dr. Wiegand', 'Praxis Wiegand'],
    '<title>Zahnarzt Göttingen – Praxis Dr. Wiegand</title><meta name="description" content="Praxis Dr. Wiegand: Zahnheilkunde in Göttingen">',
    '<h1>Herzlich willkommen</h1><footer>© Praxis Dr. Wiegand</footer>',
  ),
  named(
    'several blocks of which one is broken',
    'corvidanalytics.com',
    ['Corvid Analytics'],
    `<title>Corvid Analytics</title><script type="application/ld+json">{"@type":"Organization","name":"Corv</script>
     <script type="application/ld+json">[{"@context":"https://schema.org","@type":["Organization","Brand"],"name":"Corvid Analytics","url":"//corvidanalytics.com"}]</script>`,
    '',
  ),
  named(
    'a page of one app with everything in its structured data',
    'ferncast.com',
    ['Ferncast'],
    `<title>Podcast hosting made simple</title>${jsonLd({ '@context': 'https://schema.org', '@type': 'SoftwareApplication', name: 'Ferncast Studio', author: { '@type': 'Organization', name: 'Ferncast', url: 'https://ferncast.com' }, applicationCategory: 'MultimediaApplication' })}
     <meta property="og:site_name" content="Ferncast">`,
    '<div id="root"></div>',
  ),
  named(
    'a news site whose articles have other publishers',
    'valleycourier.org',
    ['Valley Courier', 'The Valley Courier'],
    `<title>Valley Courier | News from the valley</title><meta property="og:site_name" content="Valley Courier">
     ${jsonLd({ '@context': 'https://schema.org', '@type': 'ItemList', itemListElement: [{ '@type': 'NewsArticle', headline: 'Bridge closed', publisher: { '@type': 'Organization', name: 'State Wire Service', url: 'https://statewire.example' } }] })}`,
    '<footer>Copyright Valley Courier Media Group</footer>',
  ),
  named(
    'a company beside its web agency in the structured data',
    'brightwaterpools.com.au',
    ['Brightwater Pools'],
    `<title>Brightwater Pools | Pool builders Brisbane</title>
     ${jsonLd([
       {
         '@context': 'https://schema.org',
         '@type': 'Organization',
         name: 'Pixel Barn Digital',
         url: 'https://pixelbarn.example',
       },
       {
         '@context': 'https://schema.org',
         '@type': 'HomeAndConstructionBusiness',
         name: 'Brightwater Pools',
         url: 'https://brightwaterpools.com.au/',
       },
     ])}`,
    '<footer>© Brightwater Pools. Website by Pixel Barn Digital</footer>',
  ),
  {
    what: 'a redirect to www with the language in the path',
    domain: 'ozalpholding.com',
    names: ['Özalp Holding'],
    web: {
      'ozalpholding.com/': redirectTo('https://www.ozalpholding.com/'),
      'www.ozalpholding.com/': redirectTo('/tr/'),
      'www.ozalpholding.com/tr/': page(
        '<title>Anasayfa | Özalp Holding</title><meta property="og:site_name" content="Özalp Holding">',
        '<footer>© Özalp Holding A.Ş.</footer>',
      ),
    },
  },
  {
    what: 'a page that only refreshes to its language',
    domain: 'vinhosdaserra.pt',
    names: ['Vinhos da Serra'],
    web: {
      'vinhosdaserra.pt/': page('<meta http-equiv="Refresh" content="0;URL=/pt/inicio.html"><title></title>'),
      'vinhosdaserra.pt/pt/inicio.html': page(
        '<title>Vinhos da Serra :: Início</title>',
        '<h1>Vinhos da Serra</h1><footer>© Vinhos da Serra, Lda.</footer>',
      ),
    },
  },
  {
    what: 'a page in Windows-1251',
    domain: 'teplodom-omsk.ru',
    names: ['Теплодом', 'ООО «Теплодом»', 'Тепло Дом'],
    web: {
      'teplodom-omsk.ru/': (_request, response) => {
        const text =
          '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>Теплодом - котлы и радиаторы</title><meta property="og:site_name" content="Теплодом"></head><body><footer>© Теплодом</footer></body></html>'
        response.setHeader('content-type', 'text/html').end(windows1251(text))
      },
    },
  },
  {
    what: 'mail below a subdomain of the company',
    domain: 'mail.granholmshipping.no',
    names: ['Granholm Shipping'],
    absent: ['mail.granholmshipping.no', 'www.mail.granholmshipping.no'],
    web: {
      'granholmshipping.no/': page(
        '<title>Granholm Shipping</title><meta property="og:site_name" content="Granholm Shipping">',
        '<footer>Granholm Shipping AS</footer>',
      ),
    },
  },
  named(
    'a charity whose name is longer than its domain',
    'openlarder.org',
    ['The Open Larder Project', 'Open Larder Project', 'Open Larder'],
    '<title>The Open Larder Project - Ending food waste</title><meta name="application-name" content="The Open Larder Project">',
    '<footer>The Open Larder Project is a registered charity.</footer>',
  ),
  named(
    'a name with an ampersand that the domain writes out',
    'hartleyandsons.co.nz',
    ['Hartley & Sons'],
    '<title>Hartley &amp; Sons | Joinery in Nelson</title>',
    '<h1>Hartley &amp; Sons</h1><footer>&copy; Hartley &amp; Sons Ltd</footer>',
  ),
  named(
    'a name in capitals with a registered sign',
    'vortexa-pumps.com',
    ['VORTEXA Pumps', 'VORTEXA® Pumps', 'Vortexa Pumps', 'VORTEXA PUMPS'],
    '<title>VORTEXA® Pumps – Industrial pumps made in Ireland</title><meta property="og:site_name" content="VORTEXA® Pumps">',
    '<footer>© VORTEXA Pumps Ltd.</footer>',
  ),
  named(
    'a hosted booking page with its own organisation',
    'salonmireille.fr',
    ['Salon Mireille'],
    `<title>Coiffeur Lyon 3 | Salon Mireille</title>${jsonLd({ '@context': 'https://schema.org', '@type': 'HairSalon', name: 'Salon Mireille', address: { '@type': 'PostalAddress', addressLocality: 'Lyon' } })}`,
    '<footer>Propulsé par Planity-like</footer>',
  ),
  named(
    'a municipal site in Hungarian',
    'tiszakeresztur.hu',
    ['Tiszakeresztúr', 'Tiszakeresztúr Község Önkormányzata'],
    '<title>Főoldal | Tiszakeresztúr Község Önkormányzata</title><meta property="og:site_name" content="Tiszakeresztúr Község Önkormányzata">',
    '<footer>Tiszakeresztúr Község Önkormányzata</footer>',
  ),
  named(
    'a Thai resort',
    'baansuanresort.com',
    ['บ้านสวน รีสอร์ท'],
    `<title>บ้านสวน รีสอร์ท | ที่พักติดทะเล</title>${jsonLd({ '@context': 'https://schema.org', '@type': 'Resort', name: 'บ้านสวน รีสอร์ท', url: 'https://www.baansuanresort.com' })}`,
    '<footer>© บ้านสวน รีสอร์ท</footer>',
  ),
  named(
    'a Hindi school',
    'gyandeepvidyalaya.in',
    ['ज्ञानदीप विद्यालय', 'Gyandeep Vidyalaya'],
    '<title>ज्ञानदीप विद्यालय - मुख्य पृष्ठ</title><meta property="og:site_name" content="Gyandeep Vidyalaya">',
    '<h1>Gyandeep Vidyalaya</h1><footer>© Gyandeep Vidyalaya</footer>',
  ),
  named(
    'a title with the name last, after a slogan and the town',
    'nordlys-el.no',
    ['Nordlys El', 'Nordlys Elektro', 'Nordlys El AS'],
    '<title>Din elektriker i Tromsø | Nordlys El AS</title>',
    '<a class="navbar-brand" href="/">Nordlys El</a><footer>© 2026 Nordlys El AS</footer>',
  ),
  named(
    'a static page of the nineties',
    'peterswatchrepair.com',
    ["Peter's Watch Repair"],
    "<title>Peter's Watch Repair</title>",
    '<center><font size="+3">Peter\'s Watch Repair</font><hr>Welcome to our home page!<br>Last updated 1999</center>',
  ),
  named(
    'a brand with a dot in its name',
    'lumen.studio',
    ['lumen.studio', 'Lumen Studio', 'Lumen.Studio'],
    '<title>Lumen Studio — Lighting design</title><meta property="og:site_name" content="Lumen Studio">',
    '<footer>Lumen Studio, Oslo</footer>',
  ),
]

/** The letters of Russian in their Windows code page; the rest is ASCII. */
function windows1251(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0)!
      if (code >= 0x410 && code <= 0x44f) return code - 0x350
      return letter === '©' ? 0xa9 : code
    }),
  )
}
