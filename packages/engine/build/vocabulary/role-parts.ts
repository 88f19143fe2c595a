/**
 * Words that make a compound a role when they end it, whatever precedes them: `besucherservice`, `studienbuero`,
 * `visitorcenter`. No family names end in them.
 */
export const ROLE_HEADS = `
  service services support helpdesk desk office center centre department dept committee council secretariat secretary relations
  enquiries inquiries enquiry inquiry requests bookings reservations billing accounts careers jobs marketing management hotline
  library academy foundation association ministry embassy consulate hospital clinic school university institute society
  security privacy protection disclosure disclosures vulnerability abuse compliance communications affairs enforcement claims
  complaints invoices payments admissions applications recruitment operations registry registrar maintainers developers reports
  info admin contact clerk announce

  buero sstelle tstelle team abteilung leitung verwaltung sekretariat zentrum zentrale beauftragter beauftragte beauftragten verband
  verein schule buchhaltung betreuung beratung vertrieb einkauf verkauf vermittlung anmeldung bestellung buchung
  redaktion werkstatt kanzlei praxis apotheke klinik klinikum bibliothek buecherei archiv stiftung vorstand versand fraktion feuerwehr
  polizei dienst dienste gericht ministerium rathaus gemeinde kirche museum hotel restaurant akademie gymnasium kindergarten
  behoerde annahme eingang abwicklung bearbeitung pruefung sicherung planung rechnung rechnungen anfrage anfragen foerderung
  wirtschaft aufsicht agentur versicherung verwaltungen beschwerde beschwerden referat dezernat amt datenschutz kontakt presse kommunikation kontrolle betrieb wesen dstelle

  ventas compras administracion secretaria contabilidad direccion gerencia atencion escuela colegio ayuntamiento municipio
  clientes proveedores comunicacion prensa reservas pedidos facturacion
  prefeitura ouvidoria atendimento suporte soporte segreteria ufficio assistenza amministrazione biblioteca universita
  clienti vendite acquisti fornitori financeiro vendas
  internationales internacionales scolaires ciudadana mairie ecole bureau accueil clientele comptabilite clients achats commandes communication juridique
  biuro szkola urzad klientow klienta
  klantenservice gemeente balie administratie bibliotheek afdeling beheer bescherming
  kommune kontor kontoret kundtjanst kundeservice styrelsen skola skole bibliotek biblioteket avdelning avdelningen avdeling avdelingen
  afdelingen forvaltning forvaltningen forvaltningar namnden palvelu palvelut toimisto vastaava virasto kirjasto
  oddeleni oddelenie sluzba sluzby szolgalat osztaly hivatal iroda igazgatosag
  hizmetleri merkezi mudurlugu baskanligi isleri departmani bolumu
  redactie praktijk loket verhuur zaken ziekenhuis tjanst tjansten tjenesten expedition expeditionen sykehus sjukhus sygehus
  forening foreningen hallinto osasto neuvonta sihteeri podpora podrska podderzhka sluzhba otdel
  zhongxin bangongshi
`
  .trim()
  .split(/\s+/)

/** Words that make a compound a role when they start it, whatever follows: `datenschutzanfrage`, `kundenbuero`. */
export const ROLE_STARTS = `
  datenschutz dataprotection dataprivacy privacy gdpr dsgvo rgpd security cybersecurity compliance customer helpdesk support
  newsletter marketing procurement recruit career
  kunden buerger buchhaltung verwaltung vertrieb verkauf einkauf rechnung bewerb beschwerde poststelle gemeinde anzeigen mitglieder
  sekretariat redaktion personalabteilung auftrags bestell
  serviceclient servicecom servicetech servicejur servicerh servicequal servicepop secretariat relationsinter relacionesinter gestion comptabilite communicat recrutement reclamation mairie
  atencion servicio secretaria departamento oficina contabilidad facturacion recursoshumanos administracion ayuntamiento notificacion
  ufficio segreteria servizio servizi amministrazione assistenza protocollo comunedi
  atendimento departamentode prefeitura assessoria
  klanten klachten personeels gemeente
  sekretariat dzial biuro urzad kancelaria zamowienia obsluga ksiegowosc
  kundtjanst kundeservice kommun asiakas
  ugyfel zakaznick obchodni musteri
  otdel buhgalter podderzh kadrov dispetcher administrats administrac obshtin
  soporte suporte suport supporto policia polizia policja szpital hospital hopital ospedale biblioteca bibliotheque bibliotek
  szkola przedszkol prokuratur podatelna mestsky obecni primaria consiliu spitalul departament korisnick tehnick technick
  prodajn nabavn turistick kundesenter kundese kundesu kundecent kundserv kundsupp patienten pruefungs studieren studienb
  polizei feuerwehr presseab presseko pressere pressespr pressete betriebsra pfarrb kirchengem schulsekr schulleit schulbuer
  municipalid alcaldia concejal vereador gabinete setorde policlin laboratorio
  layanan bantuan bagian pengaduan khidmat kantordesa kantorcamat kantorpusat dinaskes dinaspen bophan vanphong chamsoc hotrok
  kefuzhong shouhou okyakusam gogaek musterih musterid bilgiis destekhat satisde belediye hastane
`
  .trim()
  .split(/\s+/)
