// Titles made of what people search for: a trade and a town ("Dachdecker Berlin"). Many such sites belong to portals that sell the
// requests, so these words name no company unless the name has more, such as a family name or a legal form.
import { fold } from '../fold.ts'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/[\s,]+/).map((word) => fold(word)))

/** Trades, goods and services, as they are searched for, in the languages of many sites. */
const TRADES = wordsOf(`
  dachdecker dachdeckerei elektriker elektro klempner installateur sanitaer sanitär heizung maler lackierer fliesenleger tischler schreiner zimmerei
  glaser glaserei schlosser schluesseldienst schlüsseldienst rohrreinigung umzug umzüge umzuege umzugsunternehmen umzugsfirma entrümpelung entruempelung haushaltsauflösung
  reinigung gebäudereinigung gebaeudereinigung fensterputzer hausmeister gartenbau gartenpflege winterdienst kammerjäger schädlingsbekämpfung autoankauf goldankauf abschleppdienst
  kfz werkstatt autowerkstatt reifen taxi fahrschule zahnarzt zahnärzte zahnaerzte arzt ärzte hausarzt hautarzt frauenarzt kinderarzt tierarzt physiotherapie heilpraktiker massage
  rechtsanwalt rechtsanwälte rechtsanwaelte anwalt anwälte notar steuerberater detektei detektiv makler immobilien immobilienmakler versicherung versicherungen kredit kredite darlehen
  fotograf hochzeitsfotograf friseur kosmetik nagelstudio tattoo catering partyservice bestattungen bestatter blumen pflegedienst seniorenbetreuung nachhilfe übersetzungen webdesign werbeagentur druckerei
  gutachter sachverständiger architekt architekten bauunternehmen trockenbau solar photovoltaik wärmepumpe  teppichreinigung polsterreinigung escort
  plumber plumbers plumbing roofer roofers roofing electrician electricians locksmith locksmiths handyman movers moving removals cleaners cleaning cleaner painter painters painting
  carpenter builders builder contractors contractor landscaping landscaper flooring fencing paving scaffolding hvac heating cooling towing mechanic mechanics dentist dentists dental
  lawyer lawyers attorney attorneys solicitor solicitors accountant accountants realtor realtors mortgage mortgages loan loans insurance photographer photographers florist florists
  taxi taxis limo massage tutor tutors vets vet chiropractor physio physiotherapist plasterer plasterers tiler tilers pest control skip hire storage seo
  plombier plombiers serrurier serruriers électricien electricien couvreur couvreurs peintre menuisier vitrier chauffagiste déménagement déménageur demenagement dépannage depannage
  avocat avocats notaire dentiste médecin ostéopathe ostheopathe kinésithérapeute taxi vtc fleuriste photographe traiteur ravalement toiture rénovation renovation nettoyage débarras assurance crédit
  abogado abogados fontanero fontaneros cerrajero cerrajeros electricista electricistas pintor pintores mudanza mudanzas dentista dentistas reformas limpieza limpiezas desatascos
  fotógrafo fotografo gestoría asesoría asesoria inmobiliaria seguros préstamos prestamos cristalero persianas desguace autoescuela
  idraulico idraulici elettricista fabbro imbianchino traslochi trasloco avvocato avvocati notaio ristrutturazioni spurgo giardiniere pulizie commercialista fotografo agenzia immobiliare prestiti noleggio
  loodgieter elektricien slotenmaker schilder schilders dakdekker dakdekkers verhuizer verhuizen verhuisbedrijf schoonmaak schoonmaakbedrijf advocaat advocaten tandarts rijschool makelaar ontstopping stukadoor timmerman hovenier lening
  encanador canalizador eletricista chaveiro mudanças mudancas advogado advogados dedetização desentupidora dentistas pedreiro imóveis imoveis seguros empréstimo
  hydraulik elektryk ślusarz przeprowadzki adwokat prawnik dentysta stomatolog malarz dekarz kredyt kredyty pożyczki fotograf księgowość
  rörmokare elektriker låssmed flytt flyttfirma städning städfirma målare takläggare advokat tandläkare vvs maler tømrer låsesmed rengøring flytning flyttebyrå rørlegger tannlege
  instalatér elektrikář zámečník stěhování advokát zubař malíř úklid půjčka půjčky költöztetés villanyszerelő ügyvéd fogorvos
  сантехник электрик адвокат юрист стоматолог такси переезд грузоперевозки ремонт кредит клининг эвакуатор
`)

/** Words that searches add to them. */
const FILLERS = wordsOf(`
  24 24h 7 24 7 365 online direkt jetzt vergleich vergleichen compare comparison kaufen buy günstig guenstig günstige guenstige günstiger günstigen billig billige billiger schnell schnelle seriös sofort sofortkredit professionelle professional cheap best beste bester top free gratis kostenlos angebote angebot preis preise
  notdienst emergency express service services dienst und and in im the near me der die das für fuer for & et y e a de du des en la le notfall local regional ihr your pro profi profis experten experts
  test portal info infos finder suche guide company companies firma firmen firm firms entreprise empresa azienda bedrijf baratos baratas barato urgence urgencias urgente
  comparatif comparador confronto vergelijken pas cher economico goedkoop
`)

/** Towns that searches name. A small town beside a trade is taken for a family name. */
const TOWNS = wordsOf(`
  berlin hamburg münchen muenchen munich köln koeln cologne frankfurt stuttgart düsseldorf duesseldorf leipzig dortmund essen bremen dresden hannover nürnberg nuernberg duisburg bochum wuppertal bielefeld bonn
  münster muenster karlsruhe mannheim augsburg wiesbaden gelsenkirchen mönchengladbach braunschweig chemnitz kiel aachen halle magdeburg freiburg krefeld lübeck luebeck oberhausen erfurt mainz rostock kassel
  hagen hamm saarbrücken mülheim potsdam ludwigshafen oldenburg leverkusen osnabrück solingen heidelberg herne neuss darmstadt paderborn regensburg ingolstadt würzburg fürth wolfsburg offenbach ulm heilbronn pforzheim göttingen
  bottrop trier recklinghausen reutlingen bremerhaven koblenz bergisch jena remscheid erlangen moers siegen hildesheim salzgitter cottbus
  wien vienna graz linz salzburg innsbruck klagenfurt villach wels zürich zuerich zurich genf genève geneve basel lausanne bern winterthur luzern
  london birmingham manchester glasgow leeds liverpool newcastle sheffield bristol nottingham leicester edinburgh cardiff belfast coventry hull bradford stoke wolverhampton plymouth derby southampton portsmouth brighton
  reading northampton luton bolton norwich swindon oxford cambridge york exeter bath dublin cork galway limerick
  york chicago houston phoenix philadelphia antonio diego dallas austin jacksonville columbus charlotte indianapolis seattle denver washington boston nashville detroit portland vegas memphis louisville baltimore milwaukee
  albuquerque tucson fresno sacramento mesa atlanta omaha miami oakland minneapolis tulsa tampa arlington orleans cleveland honolulu anaheim orlando cincinnati pittsburgh toronto montreal vancouver calgary edmonton ottawa winnipeg
  sydney melbourne brisbane perth adelaide canberra auckland wellington christchurch johannesburg pretoria durban
  paris marseille lyon toulouse nice nantes montpellier strasbourg bordeaux lille rennes reims toulon grenoble dijon angers nîmes nimes villeurbanne rouen caen nancy metz tours amiens limoges brest
  bruxelles brussel brussels antwerpen anvers gent gand liège liege luik charleroi brugge namur leuven luxembourg
  madrid barcelona valencia sevilla zaragoza málaga malaga murcia palma bilbao alicante córdoba cordoba valladolid vigo gijón gijon granada pamplona santander
  lisboa lisbon porto braga coimbra faro setúbal são paulo sao rio janeiro brasília brasilia salvador fortaleza curitiba recife campinas
  roma rome milano milan napoli torino turin palermo genova bologna firenze bari catania venezia verona messina padova trieste brescia parma modena
  amsterdam rotterdam haag utrecht eindhoven groningen tilburg almere breda nijmegen arnhem haarlem enschede
  warszawa kraków krakow łódź lodz wrocław wroclaw poznań poznan gdańsk gdansk szczecin bydgoszcz lublin katowice
  praha brno ostrava plzeň bratislava košice budapest debrecen szeged wien ljubljana zagreb beograd bucurești bucuresti cluj sofia athens αθήνα istanbul ankara izmir
  stockholm göteborg goteborg malmö malmo uppsala oslo bergen trondheim stavanger københavn kobenhavn copenhagen aarhus odense aalborg helsinki espoo tampere turku
  méxico mexico guadalajara monterrey bogotá bogota medellín medellin lima santiago aires buenos quito москва петербург новосибирск екатеринбург киев київ львів харьков минск dubai
  deutschland österreich schweiz germany austria france españa italia uk usa nederland polska
`)

/** Portals that compare or collect what others sell; their titles say so, and name no one. */
const PORTALS = wordsOf(`
  vergleich vergleiche preisvergleich comparison comparateur comparatif comparador comparatore vergelijker vergelijking porównywarka
  gutschein gutscheine gutscheincode gutscheincodes rabattcode rabattcodes rabatte coupon coupons couponcode promocode promocodes kortingscode
  kortingscodes codepromo cupones sconti deals testsieger testberichte reviews
`)
const COMPANY = /(?<!\p{L})(?:gmbh|ag|kg|ug|ltd|inc|llc|plc|sas|sarl|srl|spa|bv|nv|ab|aps|oy|sl)(?!\p{L})/iu
const IN_BEHIND = / (?:in|im|en|à|a|em|te|w|i|v)$/iu

/** "Anwalt Dettmer" of "Anwalt Dettmer Hannover". */
export function withoutTown(name: string): string | undefined {
  const at = name.lastIndexOf(' ')
  return at > 0 && TOWNS.has(fold(name.slice(at))) ? name.slice(0, at).replace(IN_BEHIND, '') : undefined
}

/** Whether a name is made only of such words, at least one of them a trade, or is that of a portal. */
export function isKeywords(name: string): boolean {
  const words = fold(name).split(' ')
  if (words.length > 1 && words.some((word) => PORTALS.has(word)) && !COMPANY.test(name)) return true
  return (
    words.some((word) => TRADES.has(word)) &&
    words.every((word) => TRADES.has(word) || FILLERS.has(word) || TOWNS.has(word))
  )
}
