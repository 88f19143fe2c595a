/**
 * Name servers of unused domains: for sale, parked with advertisements, expired. An entry covers itself and all names
 * below it. Registrars whose default name servers also serve live sites (dns-parking.com, registrar-servers.com,
 * domaincontrol.com and similar) are excluded on purpose.
 */
const PARKING_BY_SOURCE: Readonly<Record<string, string>> = {
  // https://github.com/MISP/misp-warninglists, list parking-domain-ns; also without registrars that serve live sites
  misp: `above.com afternic.com bodis.com dan.com domainmarket.com dsredirection.com dsredirects.com parking1.ovh.net
    parking2.ovh.net parkingcrew.net parklogic.com sedoparking.com uniregistrymarket.link ztomy.com`,
  // Vissers, Joosen, Nikiforakis: Parking Sensors (NDSS 2015), and the services that have since acquired those
  parkingSensors: `internettraffic.com fabulous.com fastpark.net rookdns.com voodoo.com cnomy.com smartname.com
    domainhasexpired.com ns01.cashparking.com ns02.cashparking.com trafficz.com skenzo.com parked.com namedrive.com
    domainsponsor.com revenuedirect.com`,
  // Trellian, which runs Above.com: the hosts that its pages tell sellers to enter
  trellian: 'abovedomains.com trellian.com',
  // TurnCommerce: HugeDomains sells what NameBright and DropCatch hold
  turnCommerce: 'hugedomains.com namebrightdns.com dropcatch.com',
  // Other markets and parking services, by the hosts that their help pages tell sellers to enter
  markets: `brainydns.com dnsnuts.com abovedns.com undeveloped.com expired.uniregistry-dns.com namefind.com nameshift.com
    buydomains.com this-domain-for-sale.com ns1.domain-is-4-sale-at-domainmarket.com brandbucket.com squadhelp.com
    eftydns.com perfectdomain.com parkingspa.com ibspark.com ns1.sonexo.eu ns2.sonexo.com mxmpark.com sslparking.com
    domainparking.ru snparking.ru aftermarket.pl namepros-dns.com searchfusion.com searchreinvented.com panamans.com
    parktons.com`,
  // Registrars: the hosts that their pages name for parked, unverified and expired domains
  registrars: `pendingrenewaldeletion.com renewyourname.net expirationwarning.net domainrecover.com
    expiereddnsmanager.com emailverification.info onamae-expired.com parking.namecheap.com parkingpage.namecheap.com
    failed-whois-verification.namecheap.com verify-contact-details.namecheap.com park1.dynadot.com park2.dynadot.com
    park1.encirca.net park2.encirca.net parkdns1.internetvikings.com parkdns2.internetvikings.com ns1.park.do ns2.park.do
    parking-page.net`,
  // Seen as name servers or mail hosts of parked domains only, in zone files and in passive DNS
  observed: `securetrafficrouting.com trafficcontrolrouter.com mytrafficmanagement.com thednscloud.com ndsplitter.com
    smtmdns.com milesmx.com commonmx.com domainmx.com`,
}
const PARKING_NAME_SERVERS = new Set(Object.values(PARKING_BY_SOURCE).flatMap((names) => names.split(/\s+/)))

/** Parked only if every name server is a parking one: the domain may be live if one is not. */
export function areParkingNameservers(nameservers: readonly string[]): boolean {
  return nameservers.length > 0 && nameservers.every(isParkingName)
}

export function isParkingName(host: string): boolean {
  for (let name = host; ; name = name.slice(name.indexOf('.') + 1)) {
    if (PARKING_NAME_SERVERS.has(name)) return true
    if (!name.includes('.')) return false
  }
}
