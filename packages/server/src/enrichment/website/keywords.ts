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

/** Goods that are sold or repaired. A single such word may be a brand. */
const GOODS = wordsOf(`
  okna drzwi dachy meble usługi remonty sklep autoskup pomoc drogowa
  auto autos car cars coche coches piso pisos casa casas wohnung wohnungen haus häuser möbel küche küchen fenster türen zahnimplantate implantate implants zahnreinigung facharzt
  reparatur reparaturen repair repairs réparation reparación riparazione reparatie naprawa location alquiler affitto verhuur miete mieten vermietung rental rentals ankauf verkauf
  appartement appartements apartments apartment hotels flights flüge flug reisen viajes voyages viaggi kurse kurs courses cursos corsi klinik clinic
  handwerker bodenleger estrich gerüstbau kernsanierung badsanierung wasserschaden brunnenbau carport zaunbau
  окна двери потолки услуги
`)

/** Words that searches add to them. */
const FILLERS = wordsOf(`
  24h of personal online direkt jetzt vergleich vergleichen compare comparison kaufen buy günstig guenstig günstige guenstige günstiger günstigen billig billige billiger schnell schnelle seriös sofort sofortkredit professionelle professional cheap best beste bester top free gratis kostenlos angebote angebot preis preise
  notdienst emergency express service services dienst und and in im the near me der die das für fuer for & et y e a de du des en la le notfall local regional ihr your pro profi profis experten experts
  test portal info infos finder suche guide company companies firma firmen firm firms entreprise empresa azienda bedrijf baratos baratas barato urgence urgencias urgente
  h horas hours stunden heures ore uur std dépanneur urgent urgents urgentes 7j baratos rapido rapide rápido pronto intervento prezzi offerte cennik tanie tanio najlepszy najlepsze meilleur meilleurs mejores mejor migliore migliori
  meisterbetrieb fachbetrieb kosten termine cost costs prices rates kaution ab
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
  vergleichen sparen gutschein gutscheine gutscheincode gutscheincodes rabattcode rabattcodes rabatte coupon coupons couponcode promocode promocodes kortingscode
  kortingscodes codepromo cupones sconti deals testsieger testberichte reviews
`)
/** Institutions that have a town in their names: a zoo, a university, a club. */
const INSTITUTIONS =
  /uni(?:$|v)|institut|cent(?:er|re)|zentrum|societ|gesellschaft|committee|komitee|fund$|alliance|network|netzwerk|hochschule|school|schule|college|colegio|lyc[ée]e|gymnasium|academ|akademie|zoo|museum|mus[ée]e|museo|theat|th[ée]at|teatr|oper|philharmoni|orchest|chor|choir|stadt|gemeinde|mairie|ville|ayuntamiento|comune|council|city|town|county|landkreis|kreis|feuerwehr|polizei|police|kirche|church|pfarr|parish|dom|cathedral|kloster|hotel|hostel|airport|flughafen|a[ée]ropuerto|aéroport|hafen|port|bahn|messe|expo|fair|festival|klinik|hospital|h[ôo]pital|krankenhaus|ihk|hwk|kammer|chamber|verein|club|union|sport|rowing|bund|verband|association|stiftung|foundation|fondation|bank|sparkasse|credit|insurance|werke|press|times|zeitung|post|news|radio|galer|kunst|arts?$|ballet|bibliothek|library|tourism|tourist|visit|rath?aus|markthalle/u
/** "FC", "TSV". */
const ACRONYM = /(?<!\p{L})\p{Lu}{2,4}(?!\p{L})/u
/** Invitations to buy: "Tyres online kaufen". */
const BUY_BEHIND = wordsOf('kaufen bestellen mieten buchen leihen verkaufen finden heute kopen huren boeken')
const BUY_IN_FRONT = wordsOf(
  'buy rent compare acheter louer comprar alquilar comprare acquista kup kupte koop huur köp kjøp køb купить заказать',
)
const COMPANY = /(?<!\p{L})(?:gmbh|ag|kg|ug|ltd|inc|llc|plc|sas|sarl|srl|spa|bv|nv|ab|aps|oy|sl)(?!\p{L})/iu
const IN_BEHIND = / (?:in|im|en|à|a|em|te|w|i|v)$/iu

function isFiller(word: string): boolean {
  return FILLERS.has(word) || /^\d+$/.test(word)
}

/** "Anwalt Dettmer" of "Anwalt Dettmer Hannover". */
export function withoutTown(name: string): string | undefined {
  const at = name.lastIndexOf(' ')
  return at > 0 && TOWNS.has(fold(name.slice(at))) ? name.slice(0, at).replace(IN_BEHIND, '') : undefined
}

export function isInstitution(name: string): boolean {
  return (
    ACRONYM.test(name) ||
    fold(name)
      .split(' ')
      .some((word) => INSTITUTIONS.test(word))
  )
}

/**
 * Whether a name ends with a town, or has one beside a trade: what people search for there, or a company that is called so. A title alone
 * cannot tell; clubs and public bodies have their town in their names.
 */
export function isOfTown(name: string): boolean {
  const words = fold(name)
    .split(' ')
    .filter((word) => !isFiller(word))
  if (words.length < 2 || COMPANY.test(name) || isInstitution(name)) return false
  if (TOWNS.has(words.at(-1)!) && !TOWNS.has(words[0]!)) return true
  return words.some((word) => TOWNS.has(word)) && words.some((word) => TRADES.has(word))
}

/** Whether a name is made only of such words, at least one of them a trade, or is that of a portal. */
export function isKeywords(name: string): boolean {
  if (COMPANY.test(name)) return false
  const words = fold(name).split(' ')
  if (words.length > 1 && words.some((word) => PORTALS.has(word))) return true
  if (words.length > 1 && (BUY_IN_FRONT.has(words[0]!) || BUY_BEHIND.has(words.at(-1)!))) return true
  // A town before what is sold there makes a name: "Ostrava Sklo".
  const isSold = (word: string) => TRADES.has(word) || (words.length > 1 && !TOWNS.has(words[0]!) && GOODS.has(word))
  return words.some(isSold) && words.every((word) => isSold(word) || isFiller(word) || TOWNS.has(word))
}
