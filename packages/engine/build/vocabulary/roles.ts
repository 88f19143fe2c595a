/**
 * Words that name a role, not a person, for languages that the package `role-based-email-addresses` lacks or barely
 * covers. Letters only, diacritics removed; separators and digits are dropped before the comparison.
 */
const BY_LANGUAGE = {
  // RFC 2142, and standard mailboxes of mail systems.
  rfc2142: `
    info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp
    listserv majordomo owner request root admin administrator sysadmin operator mail mailer list lists
  `,
  english: `
    hr it pr qa ir hq ceo cfo cto coo cmo cio ciso
    office reception frontdesk frontoffice backoffice headoffice helpdesk servicedesk desk help helpline hotline
    contact contactus contacts enquiry enquiries inquiry inquiries question questions feedback suggestions complaints
    customerservice customercare customersupport customersuccess customerrelations clientservices clientservice
    clientrelations care service services servicecenter servicecentre afterservice aftersales presales
    techsupport technicalsupport tech technical itsupport ithelp itdesk systems network infrastructure
    billing billings accounts accounting accountspayable accountsreceivable payable receivable payables receivables
    invoice invoices invoicing payments payment payroll finance finances treasury tax taxes audit auditor bookkeeping
    collections credit creditcontrol
    orders order ordering purchasing purchase purchaseorders procurement buyer buyers buying supply supplychain
    logistics shipping shipments dispatch delivery deliveries returns refunds warehouse transport freight customs
    export import sale salesteam salesoffice salesdept salesdepartment salesinfo salessupport salesadmin onlinesales
    quotes quotation quotations estimates estimating tenders tender rfp rfq proposals bids bidding
    jobs job careers career recruiting recruitment recruiter hiring talent talents talentacquisition vacancies
    applications application apply resume resumes cv cvs hrteam hrdept humanresources personnel people peopleops
    training trainings learning education academy admissions admission enrollment enrolment registrar registration
    registrations scholarships alumni student students studentservices faculty principal headteacher
    press media mediarelations publicrelations pressoffice newsroom editor editors editorial redaction publisher
    publishing advertising advertise ads adsales sponsorship sponsors sponsoring partnerships partners partner
    affiliates affiliate resellers reseller distributors distributor wholesale retail shop store webshop eshop
    bookings booking reservations reservation reservas events event ticket tickets ticketing boxoffice concierge
    frontofhouse housekeeping restaurant catering banquets spa
    legal compliance privacy dataprotection dpo gdpr copyright dmca trademarks trademark contracts disclosure
    investors investor investorrelations shareholders board boardofdirectors directors director management manager
    managers managing executive executives executiveoffice president secretary secretariat secretaries assistant
    assistants
    team staff everyone everybody allstaff all company group department dept community members member membership
    memberships volunteer volunteers volunteering donate donations donation donors giving fundraising grants
    opensource oss newsletter newsletters subscribe unsubscribe subscriptions subscription mailinglist announcements announce
    notifications notification notify alerts alert alarm alarms reminders reminder updates update digest
    hello hi hey welcome greetings ask connect enquire letstalk
    web website webteam webadmin webmail webdesign online digital ecommerce social socialmedia content
    dev devs developers developer development devops engineering engineers api apis cloud hosting domains domain dns
    server servers database backup backups monitoring monitor status system test tests testing tester demo
    product products productteam production quality qualityassurance research rnd lab labs laboratory innovation
    facilities facility maintenance repairs repair property properties leasing lettings rentals rental
    planning project projects pmo operations ops operation dispatch control controller controlling
    emergency safety security incidents incident fraud phishing spam postoffice mailroom scan scanner printer copier fax
    inbox mailbox mailboxes email emails letters archive archives library librarian museum gallery clinic pharmacy
    appointments appointment schedule scheduling calendar nurse surgery patients
    insurance claims claim underwriting mortgage mortgages loans lending
    parish church ministry youth attendance
    warranty parts spareparts vendor vendors supplier suppliers
  `,
  german: `
    kontakt anfrage anfragen auskunft beratung bestellung bestellungen bestellen buchhaltung buchung buchungen
    rechnung rechnungen rechnungswesen rechnungseingang mahnwesen debitoren kreditoren einkauf verkauf vertrieb
    vertriebsinnendienst innendienst aussendienst kundendienst kundenservice kundenbetreuung kundencenter service
    dienstleistung personal personalabteilung personalwesen bewerbung bewerbungen karriere jobs ausbildung azubi
    geschaeftsfuehrung geschaftsfuhrung geschaeftsleitung geschaftsleitung leitung direktion vorstand aufsichtsrat
    verwaltung zentrale empfang rezeption sekretariat assistenz buero buro office poststelle post
    presse pressestelle medien oeffentlichkeitsarbeit offentlichkeitsarbeit redaktion verlag anzeigen werbung
    technik technischerdienst werkstatt lager versand logistik spedition disposition fuhrpark produktion fertigung
    qualitaet qualitat entwicklung forschung labor planung projekte bauleitung hausverwaltung hausmeister
    datenschutz datenschutzbeauftragter recht rechtsabteilung kanzlei notariat praxis apotheke klinik
    gemeinde rathaus buergerbuero burgerburo stadtverwaltung bauamt standesamt pfarramt pfarrbuero schule
    schulleitung kita bibliothek verein mitglieder spielleiter spenden ehrenamt reservierung reservierungen buchhandlung
    veranstaltungen events seminare schulung anmeldung abmeldung abo hallo shop onlineshop edv itsupport
    systemadministrator betrieb betriebsrat auftrag auftraege angebot angebote reklamation retouren ersatzteile
  `,
  french: `
    contact contacts contacteznous nouscontacter renseignements information informations accueil standard secretariat direction directeur
    directrice gerance gerant comptabilite compta facturation factures facture tresorerie achats achat
    approvisionnement ventes vente commercial commerciaux commerciale serviceclient serviceclients clientele
    relationclient sav apresvente devis commandes commande livraison livraisons expedition logistique transport
    entrepot rh ressourceshumaines recrutement candidature candidatures emploi emplois stage stages formation
    formations communication presse medias redaction publicite marketing juridique conformite rgpd dpo
    informatique technique maintenance assistance aide webmestre administration administratif mairie ecole
    college lycee universite scolarite bibliotheque association adhesion adhesions dons benevoles reservation
    reservations evenements billetterie boutique magasin atelier bureau equipe bonjour salut courrier qualite
    production exploitation travaux chantier syndic cabinet pharmacie clinique paroisse notaire
  `,
  spanish: `
    contacto contactos contactanos informacion informes info atencion atencionalcliente atencioncliente servicioalcliente serviciocliente clientes
    consultas ayuda soporte soportetecnico sistemas informatica tecnico administracion administrador gerencia
    gerente direccion director directora presidencia secretaria recepcion oficina ventas venta comercial compras proveedores
    facturacion facturas contabilidad contador cobranzas cobros pagos tesoreria finanzas nominas pedidos pedido
    presupuestos cotizaciones envios logistica almacen bodega transporte produccion calidad mantenimiento taller
    recursoshumanos rrhh seleccion empleo trabajo curriculum capacitacion formacion prensa comunicacion
    comunicaciones marketing publicidad redaccion juridico legal privacidad protecciondedatos reclamos quejas
    sugerencias reservas reservaciones eventos tienda hola equipo socios matriculas admisiones alumnos colegio
    escuela biblioteca ayuntamiento alcaldia municipalidad parroquia clinica farmacia hotel restaurante
    notificaciones boletin suscripciones correo
  `,
  italian: `
    contatti contatto informazioni info assistenza assistenzaclienti assistenzatecnica servizioclienti clienti
    supporto segreteria reception direzione direttore presidenza amministrazione amministratore contabilita
    fatturazione fatture fattura pagamenti tesoreria acquisti fornitori vendite vendita commerciale commerciali
    ufficio ufficiocommerciale ufficioacquisti ufficiostampa ufficiotecnico ufficiovendite ordini ordine preventivi
    spedizioni logistica magazzino trasporti produzione qualita manutenzione officina laboratorio
    risorseumane personale selezione lavoraconnoi curriculum formazione stampa comunicazione redazione pubblicita
    marketing legale privacy protocollo comune anagrafe scuola biblioteca parrocchia studio studiolegale farmacia
    prenotazioni prenotazione eventi negozio ciao redazioneweb iscrizioni soci donazioni pec posta
  `,
  portuguese: `
    contato contatos contacto contactos faleconosco informacoes info atendimento atendimentoaocliente sac clientes
    suporte suportetecnico ajuda ouvidoria administracao administrativo gerencia gerente diretoria direcao diretor
    presidencia secretaria recepcao escritorio vendas venda comercial compras fornecedores faturamento faturacao
    faturas notafiscal nfe contabilidade contabil financeiro tesouraria cobranca pagamentos pedidos encomendas
    orcamento orcamentos logistica expedicao estoque transporte producao qualidade manutencao oficina engenharia
    recursoshumanos rh departamentopessoal recrutamento selecao vagas curriculo trabalheconosco treinamento
    imprensa comunicacao redacao publicidade marketing juridico lgpd privacidade reservas eventos loja equipe
    equipa alunos matriculas escola biblioteca prefeitura camara paroquia clinica farmacia sistemas informatica
  `,
  dutch: `
    contact informatie info klantenservice klantendienst klantenservices helpdesk ondersteuning receptie balie
    secretariaat administratie boekhouding facturen facturatie factuur debiteuren crediteuren financien inkoop
    verkoop verkoopbinnendienst bestellingen bestelling offertes offerte orders logistiek magazijn expeditie
    transport planning productie kwaliteit onderhoud techniek technischedienst werkplaats directie bestuur
    voorzitter penningmeester management personeelszaken personeel vacatures vacature sollicitatie sollicitaties
    werkenbij opleiding opleidingen communicatie pers redactie reclame juridisch avg privacy klachten reserveringen
    reservering evenementen winkel webwinkel hallo leden ledenadministratie vrijwilligers gemeente school
    bibliotheek praktijk huisarts apotheek makelaardij ict beheer
  `,
  polish: `
    kontakt informacja informacje biuro sekretariat recepcja obsluga obslugaklienta bok pomoc wsparcie serwis
    reklamacje zwroty zamowienia zamowienie sprzedaz handlowy handel zakupy zaopatrzenie ksiegowosc faktury faktura
    finanse platnosci windykacja kadry place praca rekrutacja kariera szkolenia zarzad dyrekcja dyrektor prezes
    administracja administrator magazyn logistyka transport spedycja produkcja jakosc techniczny serwisant
    marketing reklama prasa redakcja wydawnictwo prawny rodo iod rezerwacje rezerwacja sklep hurtownia wydarzenia
    czlonkowie szkola biblioteka urzad gmina starostwo parafia przychodnia apteka kancelaria informatyk
  `,
  turkish: `
    iletisim bilgi bilgiislem destek yardim musterihizmetleri musteri satis satinalma pazarlama muhasebe finans
    fatura faturalar tahsilat siparis siparisler kargo lojistik depo sevkiyat uretim kalite teknik teknikservis
    servis insankaynaklari kariyer isbasvurusu egitim basin medya reklam hukuk kvkk yonetim mudur mudurluk
    genelmudur baskan baskanlik sekreter sekreterlik resepsiyon ofis rezervasyon rezervasyonlar etkinlik magaza
    ihracat ithalat merhaba uyelik ogrenciisleri okul belediye eczane arge
  `,
  nordic: `
    kundtjanst kundservice kundesenter kundeservice kundservicen asiakaspalvelu tilaukset myynti laskut laskutus
    hallinto toimisto neuvonta tiedotus rekry henkilosto palaute ostot varasto huolto johto
    forsaljning salg salgs inkop indkob innkjop ekonomi okonomi bokforing bogholderi regnskap faktura fakturor
    fakturaer kontor kontoret reception resepsjon receptionen vaxel ledning ledelse styrelsen styret bestyrelsen
    ordforande personal personale personalavdelningen rekrytering rekruttering stilling jobb job lager logistik
    logistikk transport bestallning bestilling bestillinger ordre order offert tilbud press presse redaktion
    redaksjon redaksjonen redaktionen marknad marked markedsforing annons annonce annonser utbildning kurs
    bokning booking medlem medlemmer forening styrelse kommun kommune skole skola bibliotek it itsupport drift
    postmottak firmapost arkiv hej hei
  `,
  czechSlovakHungarianRomanian: `
    obchod obchodni prodej predaj objednavky objednavka fakturace fakturacia uctarna uctovnictvo ucetni sekretariat
    podatelna recepce recepcia podpora servis zakaznickyservis zakaznik reklamace reklamacie sklad doprava
    personalni nabor kariera tisk marketing skola knihovna urad starosta reditel reditelstvi vedeni spravce provoz
    iroda titkarsag ugyfelszolgalat ertekesites eladas beszerzes szamlazas penzugy konyveles megrendeles rendeles
    szallitas raktar szerviz karrier allas sajto szerkesztoseg iskola konyvtar polgarmester kapcsolat informacio
    vanzari achizitii contabilitate facturi facturare financiar comenzi comanda rezervari resurseumane angajari
    cariere secretariat receptie relatiiclienti relatiipublice suport birou conducere director primarie scoala
  `,
  southSlavicGreekBaltic: `
    prodaja nabava racunovodstvo knjigovodstvo fakture podrska uprava ured tajnistvo narudzbe narudzba skladiste
    kadrovska posao poslovi servis marketing redakcija urednistvo opcina gradonacelnik knjiznica skola prijave
    poslovnica komerciala racuni dobavitelji nabavna tajnistvo urednistvo
    prodazhbi poruchki schetovodstvo ofis otdel kontakti
    epikoinonia poliseis logistirio grammateia paraggelies exipiretisi dioikisi
    pardavimai buhalterija uzsakymai pasts birojs pardosana gramatvediba muuk raamatupidamine tellimused
  `,
  russianUkrainian: `
    zakaz zakazy zakupki prodazhi sbyt buhgalteria buhgalteriya bukhgalteriya kadry otdelkadrov vakansii rabota
    priemnaya priyomnaya sekretar direktor rukovodstvo podderzhka pomosh pomoshch spravka reklama pressa redakciya
    redaktsiya sklad dostavka servis oplata schet scheta magazin klient klienty obratnayasvyaz pochta kancelaria
    zamovlennya buhgalter buh viddil
  `,
  asian: `
    toiawase otoiawase soumu keiri jinji eigyo kouhou saiyo uketsuke jimukyoku
    penjualan pemasaran layanan layananpelanggan bantuan keuangan personalia sekretariat humas pengaduan
    lienhe hotro kinhdoanh banhang tuyendung ketoan nhansu chamsockhachhang kythuat muahang
    kefu yewu xiaoshou caiwu renshi zhaopin shichang bangong
  `,
} as const

/** Words of languages other than English: people who do not speak the language do not use them in handles. */
export const FOREIGN_ROLE_TERMS = Object.entries(BY_LANGUAGE)
  .filter(([language]) => language !== 'english' && language !== 'rfc2142')
  .flatMap(([, words]) => words.trim().split(/\s+/))

export const ROLE_TERMS = Object.values(BY_LANGUAGE).flatMap((words) => words.trim().split(/\s+/))
