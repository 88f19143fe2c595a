/** Who runs the registry behind an RDAP host. A host belongs to an entry that it equals or ends with after a dot. */
const OPERATORS: Readonly<Record<string, string>> = {
  'aliregistry.cn': 'Alibaba Cloud',
  'arnes.si': 'ARNES',
  'cctld.au': 'auDA',
  'centralnic.com': 'CentralNic',
  'centralnicregistry.com': 'CentralNic',
  'denic.de': 'DENIC',
  'dns.business': 'ZA Registry Consortium',
  'dns.pl': 'NASK',
  'flexireg.net': 'FAITID',
  'fury.ca': 'CIRA',
  'gmoregistry.net': 'GMO Registry',
  'hostmaster.ua': 'Hostmaster',
  'iana.org': 'IANA',
  'identitydigital.services': 'Identity Digital',
  'isnic.is': 'ISNIC',
  'kenic.or.ke': 'KeNIC',
  'nic.biz': 'GoDaddy Registry',
  'nic.br': 'NIC.br',
  'nic.ch': 'SWITCH',
  'nic.club': 'GoDaddy Registry',
  'nic.cz': 'CZ.NIC',
  'nic.fr': 'AFNIC',
  'nic.li': 'SWITCH',
  'nic.tv': 'GoDaddy Registry',
  'nic.vip': 'GoDaddy Registry',
  'nixiregistry.in': 'NIXI',
  'nominet.uk': 'Nominet',
  'norid.no': 'Norid',
  'publicinterestregistry.org': 'Public Interest Registry',
  'radix.host': 'Radix',
  'rdap.fi': 'Traficom',
  'register.si': 'ARNES',
  'registro.br': 'NIC.br',
  'registry.click': 'Tucows Registry',
  'registry.cloud': 'Aruba PEC',
  'registry.co': 'CentralNic',
  'registry.google': 'Google Registry',
  'ryce-rsp.com': 'RyCE',
  'sidn.nl': 'SIDN',
  'teleinfo.cn': 'Teleinfo',
  'tonicregistry.to': 'Tonic',
  'twnic.tw': 'TWNIC',
  'verisign.com': 'Verisign',
  'zdnsgtld.com': 'ZDNS',
}

/** A host that the table does not know is that of the registry of its top-level domain: who asked there knows no more. */
export function operatorOf(host: string, domain: string): string {
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const operator = OPERATORS[name]
    if (operator !== undefined) return operator
  }
  return `Registry of .${domain.slice(domain.lastIndexOf('.') + 1)}`
}
