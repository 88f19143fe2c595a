/**
 * Words that name a role unless a person's name is beside them: `datenschutz.bielefeld` and `openssl-security` are
 * roles, `security.miller` is a person. None of them is a common family name.
 */
export const STRONG_ROLE_TERMS = `
  info infos support security privacy dataprotection dpo gdpr dsgvo rgpd lgpd kvkk datenschutz datenschutzbeauftragter
  datenschutzbeauftragte privacyoffice privacyofficer psirt csirt cert soc bugbounty bugs vulnerability vulnerabilities vdp
  secure securityteam disclosure responsibledisclosure whistleblower whistleblowing incident incidents abuse phishing spam fraud
  postmaster hostmaster webmaster admin administrator administration sysadmin root helpdesk servicedesk help hotline
  contact contactus kontakt contacto contato contatti contatto enquiries enquiry inquiries inquiry
  sales vertrieb ventas vendas vendite marketing billing invoice invoices rechnung rechnungen buchhaltung accounting accounts
  compta comptabilite facturation facturacion contabilidad contabilita amministrazione fatturazione ksiegowosc faktury
  customerservice customercare customersupport kundenservice kundendienst kundenbetreuung serviceclient atencionalcliente
  atencioncliente klantenservice assistenza asistencia suporte soporte
  jobs careers career karriere recruiting recruitment bewerbung bewerbungen recrutement candidature candidatures rekrutacja
  rrhh recursoshumanos humanresources personalabteilung
  presse pressestelle pressoffice mediarelations newsletter newsletters newsroom redaktion redaccion redazione redakcja
  webmail noc legal compliance procurement purchasing einkauf compras acquisti achats zakupy
  bestellung bestellungen orders pedidos commandes ordini zamowienia bookings reservations reservas prenotazioni reservierung
  sekretariat secretariat secretaria segreteria sekretariaat rezeption reception recepcion empfang accueil
  poststelle posteingang postmottak podatelna epodatelna registratura kirjaamo registrator protocollo
  stadtverwaltung gemeindeverwaltung kreisverwaltung verwaltung gemeinde rathaus mairie ayuntamiento prefeitura comune
  municipio municipalidad gemeente kommune urzad bauamt standesamt ordnungsamt finanzamt jugendamt sozialamt buergerbuero
  buergermeister ouvidoria urp ufficio ufficiostampa
  techsupport itsupport noreply bounce bounces mailer notifications notification alerts alert
  investorrelations shareholders sponsorship partnerships affiliates
  mirrors bug devel maint maintainer maintainers packagers packaging announce announcements discuss patches commits porters translators
  translation translations localisation localization bot request requests subscribe unsubscribe users technical
  feedback office team press media community conduct codeofconduct events bookkeeping treasurer secretary
  servicio servicios servizio servizi department dept abteilung afdeling dzial bureau oficina gestion relaciones
  communication communications governance certificates list owner registry dnsadmin disclosures bounty affairs relations inspections
  membership donations library archives counsel ethics ombudsman complaints vacancies internships admissions registrar
`
  .trim()
  .split(/\s+/)

/**
 * Words that occur beside a role within one word or address without changing its meaning: `privacyrequests`,
 * `supportteam`.
 */
export const ROLE_COMPANIONS = `
  officer officers request requests report reports reporting response team teams desk dept department center centre line mail
  email mails inbox box group list users user form contact online web site page account accounts customer customers client
  clients service services inquiry inquiries queries query question questions address info general main central central office
  house beauftragter beauftragte beauftragten stelle abteilung amt team anfrage anfragen zentrale leitung
  servicio departamento equipo equipe bureau servizio reparto dzial dienst
  enterprise business partner partners product products project projects media social
`
  .trim()
  .split(/\s+/)

/** Roles that are also family names. Alone they are a person's; beside another term they are the role. */
export const SURNAME_TERMS =
  'church post parish dean clerk warden provost chancellor steward sheriff mayor court park parks page major chair bishop pope abbot'.split(
    ' ',
  )
