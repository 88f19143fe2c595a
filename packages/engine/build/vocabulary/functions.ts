/**
 * Functions of companies, authorities, schools, registries and other bodies that the lists by language lack: data
 * protection, domain administration, abuse and security, purchasing, claims, guests, patients, members. Letters only,
 * diacritics removed.
 */
export const FUNCTION_TERMS = `
  domreg domainreg registry registryservices dnsmaster dnsadmin dnsops zonemaster ipadmin ispadmin netadmin netabuse netops lir peering
  nichdl whois whoisagent whoisrequest domainadmin domainnames domainoperations domainmanagement hostadmin hosting sysops cloudops
  secops devsecops itops networkoperations networkteam systemadmin webops infra sysadm netmaster mailadmin listmaster listadmin
  domainregistration domainabuse tld tldadmin admintech techadmin billingcontact packages registrars

  disclosures secvuln bounty bounties csoc productsec prodsec sec secteam secinfo vulnreport vulnreports vulndisclosure cvd whitehat
  securityissues securitybugs ethicalhacking itsec infosecurity integrity integrityline speakout speakup whistle whistleblow
  fraudreport spoof spoofing suspicious takedown takedowns dmcaagent dmcanotice copyrightagent legalnotices lawenforcement subpoena
  subpoenas trustsafety moderation appeals appeal complaint grievance grievances redressal nodal nodalofficer

  privacymatters privacyconcerns datasubjectrequest datasubjectrights datarequest datarequests mydata personaldata datacontroller
  datasecurity lopd arco derechosarco protecciondatos protecciondedatos delegadoprotecciondatos habeasdata datospersonales
  donneespersonnelles protectiondesdonnees vosdonnees cnil correspondantcnil
  protezionedati datipersonali titolare responsabileprotezionedati
  encarregado encarregadodados dadospessoais protecaodedados protecaodados titulardedados
  iod iodo ochronadanych daneosobowe inspektor inspektorochronydanych
  gegevensbescherming functionarisgegevensbescherming persoonsgegevens avgverzoek
  dataskydd dataskyddsombud personuppgifter personvern personvernombud databeskyttelse persondata tietosuoja tietosuojavastaava
  osobniudaje osobneudaje poverenec ochranaosobnichudaju ochranaosobnychudajov zodpovednaosoba
  adatvedelem adatvedelmi adatkezeles protectiadatelor datepersonale zastitapodataka osobnipodaci varstvopodatkov
  kisiselveri kisiselveriler verisorumlusu personalnyedannye prosopikadedomena duomenuapsauga andmekaitse

  recepsiyon resepsionis receptionist foodandbeverage banquet banqueting resa resas revenue guestcare guests checkin
  concierges butler wellness sparesort hostess
  sozietaet rechtsanwaelte rechtsanwalt anwalt anwaelte steuerberater steuerkanzlei notare physiotherapie zahnarzt hausarzt tierarzt
  altenheim seniorenheim seniorenzentrum pflegeheim krankenhaus klinikum patienten patient ambulanz notaufnahme station chefarzt
  sprechstunde rezepte rezept terminvergabe termine termin

  kaemmerei stadtkaemmerei hauptamt wohnungsamt gewerbeamt steuern bauhof bauaufsicht liegenschaften wertstoffhof klimaschutz vorzimmer
  ausschreibung ausschreibungen vergabe zulassung zulassungsstelle fuehrerschein auslaenderbehoerde regierung bezirksregierung
  landesregierung bundesregierung landtag bundestag bezirksamt landesamt bundesamt umwelt soziales jugendhilfe ihk
  handwerkskammer kreishandwerkerschaft innung rentenversicherung krankenkasse arbeitsagentur jobcenter verkehrsbetriebe
  stadtbuecherei ortsamt ortsvorsteher ratsinformation sitzungsdienst protokoll bestattungen friedhoefe winterdienst

  directiongenerale dsi consommateurs reclamations reclamation litiges sinistres contentieux administrationdesventes
  agence agences succursale siege siegesocial communes commune agglo agglomeration intercommunalite conseilmunicipal conseiller eau
  assainissement voiries dechetterie inspection cpam urssaf adherent licencies ligue federation comite etudiant vieetudiante
  thermes camping gites gite locations location vacances infolettre actualites parrainage mecenat concours abonne abonnes
  enseignement laboratoires intendant gestionnaire gestion regie regisseur

  atencionaclientes atencionalusuario usuarios usuario serviciosgenerales postventa posventa preventa garantias garantia mesadeservicio
  talentohumano gestionhumana bolsadetrabajo bolsadeempleo reclutamiento nomina cartera cuentasporpagar cuentasporcobrar cobranza licitacion
  contratacion contrataciones correspondencia ventanillaunica ventanilla archivo archivocentral despacho rectoria
  coordinacion coordinador coordinadora decanatura facultad departamento ampa sucursal sucursales agencia agencias filial
  subdireccion subgerencia subsecretaria secretariado asesoria asesores consultorio consultoria noticias boletines prensaycomunicacion
  afiliados afiliaciones asociados voluntariado donaciones alumnado egresado docentes catedra obras vivienda empadronamiento
  recaudacion hacienda bomberos proteccioncivil cofradia hermandad federacion sindicato mutual obrasocial turnos citas historiasclinicas

  gare appalti trasparenza direzionegenerale servizisociali serviziosociale serviziclienti centralino portineria informagiovani
  carabinieri istituto preside vicepreside economato concorsi bandi ordine filiale filiali sede agenzia agenzie
  sportello sportellounico suap ambiente edilizia commercio cimiteri asilo asilonido elezioni demografici
  reclami garanzia postvendita ricambi preventivo consulenza tesseramento volontari notizie ambulatorio prelievi turni

  falecom relacionamento posvenda posvendas assistenciatecnica contasapagar contasareceber contas rhselecao gestaodepessoas gente
  gestao assessoria assessoriadeimprensa almoxarifado patrimonio cartorio tabelionato coordenadoria diretorias reclamacoes reclamacao
  garantia trocas devolucoes filiais unidade unidades matriz noticias associados condominio sindico secretariageral
  tesouraria reitor prograd proex propesq extensao ensino vestibular concursos concurso defesacivil iptu nota notas fiscal

  klachten klantcontact voorlichting woordvoerder woordvoering gemeentehuis stadhuis waterschap provincie donateurs studentzaken
  decaan decanaat vestiging filiaal nieuwsbrief abonnementen aanmelden aanmelding inschrijving inschrijvingen verhuur huur reparatie
  garantie retour retouren schade verzekeringen zorg cliendienst bezoekers museumwinkel parochie kerk kerkenraad bestuurssecretaris
  vergaderingen afspraken afspraak assistente receptenlijn

  rzecznik rzecznikprasowy biuroprasowe przetargi przetarg inwestycje edukacja wydzial geodezja architektura srodowisko gospodarka wodociagi
  liceum technikum uczelnia hurt detal oddzial filia delegatura kierownik kierownictwo gwarancja skargi wnioski promocja
  informatyka bezpieczenstwo ochrona zaopatrzeniowiec logistyczny rozliczenia place ubezpieczenia szkody sanepid zus pcpr
  rejestracja przychodnie szpital pacjent zwiazek kolo

  bilgiedinme halklailiskiler basinmerkezi satissonrasi ihale destekhatti cagrimerkezi bolge sube subeler temsilcilik okulmuduru
  fakulte enstitu kutuphane gelenkutusu evrak sikayet oneri iade garanti bayi bayilik randevu hasta hastane poliklinik
  uyeler dernek vakif odasi birligi genelsekreterlik haber haberler reklamlar ithalatihracat

  informacije korisnickasluzba sluzbazakorisnike kadrovi nabavka komercijala direkcija sekretarijat skupstina gradonacelnica
  gradonacelnik nacelnik ministarstvo fakultet dekanat studentska studentskasluzba bolnica ordinacija ljekarna apoteka agencija
  reklamacije prigovori zalbe podruznica poslovnice racun trgovina narocila tajnik tajnica obcinska
  obchodnioddeleni zakaznickapodpora infolinka ekonomicke tiskove tiskovemluvci studijni dekan jidelna reditelna fakturacni dotazy
  dotaz poptavka poptavky objednavka reklamace pobocka pobocky sidlo hlavni pokladna mzdova mzdy pravni predsednictvo predseda
  nemocnice ordinace lekarna ambulance matrika stavebniurad zivnostensky krajskyurad ministerstvo velvyslanectvi farnost farnosti sbor
  zakaznici dopyt dopyty sekretariatriaditela riaditel podnety
  ugyfelkapcsolat vevoszolgalat kozpont rendelesek szamla szamlak penztar gazdasagi munkaugy polgarmesteri igazgato titkar panasz
  hirlevel korhaz rendelo recepcio palyazat foigazgato tanszek plebania szerkeszto hirdetes garancia
  juridic dispecerat presa clienti relatiiclientii reclamatii sesizari sesizare petitii petitie garantii filiala sucursala sediu
  decanat facultate spital clinica programari concursuri salarizare protectiaconsumatorului parohie

  viestinta kirjasto vaihde kunnanjohtaja seurakunta toimitus toimitusjohtaja osto ostoreskontra myyntireskontra palkat palkanlaskenta
  varaukset varaus jasenet jasenasiat kaupunki rehtorit opintotoimisto hakijapalvelut neuvo yllapito
  leverantor leverantorsreskontra kundreskontra lon loner lonn lonnskontor fakturering fakturamottak radgivning kundsupport
  stadshuset stadskontoret kommunkansli kansli kansliet medborgarservice socialtjansten miljo bygglov overformyndare
  reklamation reklamationer reklamasjon retur returer garanti butik butikk butiken verkstad verksted anmalan anmodning pamelding
  tilmelding tilmeldinger arrangement bibliotekar menighet kirke forsamling sogn kirkekontor rektorskontor studieadministration
  teknisk teknikogmiljo borger borgmesteren nyhetsbrev nyhedsbrev nyheter tips tipsa innmelding medlemskap medlemsservice
  salgsavdelingen innkjopsavdeling

  snabzhenie priemka priem pressluzhba presscentr spravochnaya tehpodderzhka texpodderzhka dispetcher dispetcherskaya goryachayaliniya
  referent glavbuh glbuh buhgalterija gosuslugi obshchiy uchebnayachast rekrutment viddilkadriv otdelprodazh otdelsnabzheniya
  tehotdel yurist yurotdel yuridicheskiy marketolog novosti zhaloby zhaloba obrascheniya obrashcheniya zayavka zayavki zapis
  registratura poliklinika bolnica shkola detsad sadik gimnazia licey litsey institut fakultet kafedra biblioteka muzey
  glava meriya gorod rayon prokuratura sud notarius advokat filial predstavitelstvo bronirovanie bron gostinica

  shangwu hezuo touzizhe zhengfu bangongshi xuanchuan zhaosheng jiaowu caigou shouhou jishu jishuzhichi renli renshibu shichangbu
  fawu zixun tousu gongguan xingzheng
  eigyobu soumubu jinjibu kouhoushitsu kokyaku okyakusama shien madoguchi henshu henshubu saiyou kaikei jimu jimushitsu kyomu kyoumu
  gakumu kanri kikaku koho soudan yoyaku chumon hanbai uriba honsha shiten
  gogaek yeongeop chaeyong hongbo gwanli munui
  csr corsec sekretarisperusahaan ppid kepegawaian bagianumum pengadaan lpse akademik kemahasiswaan tatausaha perpustakaan rektorat
  dekanat fakultas prodi jurusan dinas kelurahan kecamatan kontak pelanggan pesanan pengiriman gudang pajak hukum klaim pendaftaran
  khidmatpelanggan pertanyaan aduan perolehan pentadbiran
  chamsoc cskh hanhchinh vanphong phongkinhdoanh phongketoan phongnhansu tuyensinh daotao thuvien vanthu dichvu hotrokhachhang
  khachhang baohanh giaohang dathang datphong tuvan truyenthong baochi congdoan
  tuluong serbisyo

  custcare custserv clientcare consumeraffairs consumercare consumer donorcare supportercare patientexperience patientservices
  remittance remittances statements apinvoices eprocurement taxdept newclaims insuranceclaims expenses reimbursement
  hrservices hrconnect hrhelp jobapplications workwithus joinus applicants applicant candidates candidate onboarding offboarding
  corporatecommunications corpcomm corpcomms externalaffairs publicpolicy lobbying govrelations spokesperson spokesman
  channel channels channelpartners alliances franchise franchising licensing infopoint infoline infocenter
  webmasters webeditor webdesigner webcontent onlinestore showroom agency agencies branches
  gradadmissions ugadmissions studentaffairs studentrecords studentlife financialaid examinations examination exams exam interlibraryloan
  bursary bursaries accommodation residences ptfa boarding nursery preschool daycare kindergarten registrars commencement
  vicar rector curate presbytery diocesan parishioners chaplain chaplaincy
  clerkofcourt countyclerk assessor taxcollector inspections codeenforcement publicinformation pio publicrecords freedomofinformation
  democraticservices scrutiny highways recycling waste streetlights parking socialcare adultsocialcare safeguarding
  tradingstandards landregistry constituency casework caseworker councillor councilors zoning permits permit utilities waterworks
  sanitation coroner constable prosecutor publicdefender probation jury passports passport citizenship immigration naturalization
  ambassador chancery attache protocol pensions pension veterans welfare
  shippingdept orderprocessing orderentry orderstatus fulfillment fulfilment clearance freightquotes quoterequest rma rmadept returnsdept
  warrantyclaims spares partsdept servicedept fieldservice workshop bodyshop testdrive usedcars
  mailings mailing circulars bulletins petitions petition campaign campaigns
  rundbrief rundschreiben leserbrief reparatur reparaturen ersatzteil zubehoer bestellannahme auftragsannahme eingangsrechnungen
  erechnung xrechnung mahnung mahnungen inkasso zahlungen zahlung bewerber stellenangebote geschaeftsfuehrer aufsicht qmb
  arbeitssicherheit brandschutz umweltschutz betriebsarzt lieferkette warenannahme wareneingang warenausgang tourenplanung dispo
  kundenanfragen hausnotruf pflegeberatung pflegekasse schadensmeldung schaden schadenservice schaeden
  bussgeldstelle meldestelle wohngeld personalrat nachhaltigkeit instandhaltung konstruktion arbeitsvorbereitung passamt theaterkasse
  abendkasse sparkasse zaehlerstand stoerung stoerungen hausanschluss kundenportal immobilienservice kredit kredite vorsorge
  cimetiere petiteenfance restauration affaires scolaires marchespublics marches commandepublique fournisseurs fournisseur recouvrement
  doctorat fondation etudes bureaudetudes dircom dirgen legs syndic copropriete assistantedirection population elections logement
  medioambiente planeacion juridica sociales gestiondocumental controlinterno mesadeayuda calidadyservicio contraloria veeduria
  recepciondocumentos mantenimientos cotiza catalogo mayoreo menudeo distribuidores franquicias sugerenciasyreclamos
  istruzione paghe garanzie tributo sportelli cultura ambulatori pagamento bolletta bollette
  usc podatki pomocspoleczna komunikacja sprzedazy obslugi kadr zamowien serwisu dostawy dostawa platnosc
  imar fenisleri dekanligi tahakkuk ruhsat evlendirme nufus
  belastingen omgevingsvergunning hrm klant wmo parkeren afval facturatieafdeling
  weddings conference conferences conferencing meetings functions rooms dining foodbeverage governance cosec einvoices
  netsec ipabuse mailadmins hostmasters certificates pki caadmin technician technicians
`
  .trim()
  .split(/\s+/)

/** Words that occur beside a function in a local part without changing its meaning: mostly adjectives of offices. */
export const FUNCTION_COMPANIONS = `
  generale generali general generales geral municipal municipale municipales comunale communal communale departemental regionale
  provinciale provincial federal estadual estatal nazionale centrale zentral tecnica tecnico technique technischer technische
  technical sociale sociali judiciales publico publica publiques pubblici publiczne prasowy prasowe personnelles commercial consumer
  financial student students academic undergraduate graduate postgraduate customer client supplier vendor member donor supporter
  patient guest visitor passenger citizen tenant shareholder alumni corporate executive government external legal
  aid affairs services relations processing clearance management development operations communication communications
  internationales internacionales internazionali universitaire universitario publics publicas pubblica pubbliche ciudadana locative
  authority registrant italia espana deutschland oesterreich schweiz suisse belgique polska turkiye
  new old first second extern externer intern interner online
`
  .trim()
  .split(/\s+/)
