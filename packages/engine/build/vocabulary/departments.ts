/** Desks, departments, public services, schools, practices and venues that the other lists here lack, by language. */
export const DEPARTMENT_TERMS = `
  devrel webdevelopment qateam releng cicd nagios zabbix grafana alerting pagerduty oncall logging uptime ircert govcert
  dpoffice datarights optout removeme unsubscribeme documentation newstips lettertotheeditor classifieds sponsorships prteam
  pressroom pressrelease callforpapers abstracts proceedings manuscripts permissions royalties auditions stagedoor curators
  groupvisits giftshop venue venues tenancy saleshq leadgen sourcing tendering rfqs quoting estimator pricing paralegal ipr
  antibribery auditors insurances underwriters actuarial settlements cashier treasuryops creditcards disputes chargebacks
  arrears arteam apteam payslips hrbp hrops hradmin hrinfo peopleandculture apprenticeships graduates traineeship trainee
  placements timetabling undergrad postgrad phd elearning deanery caretaker senco safeguardinglead nurses clinics
  practicemanager dispensary radiology pathology bloodtest oncology cardiology paediatrics pediatrics outpatient outpatients
  inpatient emergencies triage medicalrecords medrecords dentist dentists orthodontics optician optometry veterinary
  animalcontrol adoption adoptions fosters cityattorney cityplanning townplanning townmanager selectmen buildinginspector
  buildingpermits homelessness crimestoppers parkingfines streetlighting environmental pestcontrol voterregistration
  primeminister presidency parliament congressman representative mep visasection consularsection tradecommission
  chamberofcommerce wiki gitlab jenkins buildbot svn releases cafe kitchen corrections circulation exhibitions reviews
  speakers patents litigation governor senate theatre voter dental vet shelter refuse environment bot robots mirrors mirror

  bauordnung muellabfuhr wasserwerk servicepoint touristik fremdenverkehr kurdirektion heilbad hallenbad freibad schwimmbad
  sporthalle tennisclub orchester philharmonie konzertkasse fuehrungen museumspaedagogik sammlung mediathek lektorat
  korrektorat druckerei agentur zoll finanzen schwerbehinderung informationssicherheit itsicherheit ithotline itservice
  netzwerk patientenaufnahme bankett ausstellung pressesprecher elternvertretung schuelervertretung oberstufe internat
  fachschaft fachbereich studiendekanat pruefungsausschuss studierendenwerk studentenwerk hochschulsport bistum kirchenmusik
  jugendhaus foerderkreis polizeiinspektion feuerwache regierungspraesidium botschaft auslandsvertretung handelskammer
  industrieundhandelskammer

  espaceclient technicien bureautique exportations importations paie servicepaie rhpaie servicerh responsablerh
  recrutements alternance redacteurenchef redacchef secretaires assistante dircab mairiede servicesociaux servicesports
  serviceeau servicedeseaux mediatheques conservatoire ecoledemusique maternelle ecolematernelle ecoleprimaire
  ecoleelementaire intendances rectorats inspectionacademique universites doctorants ecoledoctorale laboratoire cabinetmedical
  cabinetdentaire maisonmedicale maisondesante centredesante hopital urgences rendezvous pharmacies officedutourisme
  chambresdhotes restaurants traiteur evenementiel billetteries guichetunique abonnementsjournal petitesannonces annonces
  mecenes federations tresorier tresoriere secretaire paroisses eveche protectiondonnees dpd rssi lanceuralerte signalement
  mediateur litige

  soporteti soportecliente mesaayuda helpdeskti sistemasti desarrollo desarrolloweb ventasnacionales exportaciones
  importaciones comercioexterior cuentas cuentasxpagar pagaduria tesorero contaduria auditoria auditoriainterna empleos
  vacantes bolsaempleo practicas pasantias becarios capacitaciones legalcorporativo direccionacademica informacionturistica
  ciudadania alcaldiade ayuntamientode concejalia regidor regidores intendente gobernacion gobernador ministerios
  defensordelpueblo tribunales juzgados notarias registrodelapropiedad policiamunicipal policianacional guardiacivil
  bomberosvoluntarios emergencias hospital hospitales urgencias citasmedicas citaprevia consultaexterna centrodesalud
  centromedico clinicadental laboratorioclinico farmacias veterinaria colegios escuelas institutos jefaturaestudios
  orientacion bibliotecas universidad facultades posgrados admision inscripcion matriculacion registroacademico
  egresadosunidos investigaciones restaurantes eventosybanquetes banquetes alquiler alquileres inmobiliaria fincas
  comunidadpropietarios parroquias obispado arzobispado hermandades asociacion asociaciones fundacion fundaciones sindicatos
  federaciones canaletico canaldenuncias denunciasanonimas privacidaddatos protecciondedatospersonales dpd

  sistemiinformativi stipendi ricercaesviluppo comunicazioneistituzionale addettostampa ciclopassivo fatturepassive
  fatturazioneattiva comunedi sindacodi vigiliurbani vigilidelfuoco protezionecivile museocivico prolocodi accoglienza
  prenotazionivisite visiteguidate biglietti scuolainfanzia istitutocomprensivo liceoscientifico dirigenza dsga orientamento
  ospedale urpasl prontosoccorso studiomedico studiodentistico parrocchiadi diocesidi oratorio caritasdiocesana volontariato
  associazione fondazione sindacato patronato agenziaimmobiliare condomini segnalazioni whistleblowingit

  suporteti suportecliente suporteaocliente helpdeskbr tecnologiadainformacao informaticas vendasinternas contasreceber
  contaspagar setorfiscal departamentorh setorpessoal gestaopessoas vagasemprego curriculos estagiarios imprensaoficial
  juridicoempresa gabineteprefeito camaravereadores vereador vereadores juizado policiacivil policiamilitar bombeiros
  hospitais prontosocorro marcacaoconsultas agendamento agendamentos odontologia laboratorios farmacias coordenacaopedagogica
  vestibulares prograduacao pousada condominios imobiliaria imoveis sindicatos associacao fundacao paroquias
  protecaodedadospessoais canaldedenuncia denuncia

  klantcontactcentrum eindredactie hoofdredactie werving burgemeesterenwethouders raadsgriffie publiekszaken burgerloket
  stadsloket bouwzaken handhaving leefomgeving afvalinzameling milieustraat jeugdzorg thuiszorg huisartsenpraktijk
  tandartspraktijk tandarts fysiotherapie ziekenhuis polikliniek verpleeghuis zorgbemiddeling schoolleiding examencommissie
  studieadvies kaartverkoop theaterkassa zaalverhuur boekingen makelaars notariskantoor advocatenkantoor stichting vereniging
  fondsenwerving vertrouwenspersoon klokkenluiders functionarisgegevens

  kundtjanster kundsupporten itavdelning itavdelingen ithjelp hjelp hjaelp hjalp felanmalan vaktmester vaktmastare fastighet
  fastigheter uthyrning utleie udlejning hrafdeling presstjanst pressjour raadhuset barnevern barnevernet rektorsexpedition
  elevtjenesten biljettkassa biljetter billetter turistinformasjon turistbyra hotellet bokningar bokningen bordsbokning
  laegehuset tannlege tandlakare vardcentral sykehus sjukhus sygehus apotek pastorsexpedition foreningen idrettslag
  idrottsforening medlemsregister valgstyre dokumentsenter registratur diarium visselblasare varsling tekninentuki
  myyntiosasto palkkahallinto rekrytointi viestintaosasto tiedottaja toimitussihteeri kaupunginkanslia sosiaalitoimi
  terveyskeskus ajanvaraus hammashoitola sairaala apteekki koulusihteeri opintoasiat lipunmyynti matkailuneuvonta vuokraus
  isannointi yhdistys tietosuojavastaavat

  dzialit pomoctechniczna wsparcietechniczne helpdeskpl efaktura ksiegowa ksiegowi glownaksiegowa windykacje esklep
  sklepinternetowy hurtowniainternetowa magazynglowny spedycjakrajowa eksport burmistrzmiasta wojtgminy radamiasta radagminy
  powiatowy wojewoda ministerstwo policjamiejska strazmiejska strazpozarna sadrejonowy prokuraturarejonowa szpitalmiejski
  przychodniazdrowia rejestracjapacjentow poradnia gabinet stomatologia aptekacentralna szkolapodstawowa przedszkolemiejskie
  dyrektorszkoly bibliotekamiejska muzeum teatr bilety rezerwacjapokoi restauracja parafiarzymska diecezja fundacja
  stowarzyszenie zarzadklubu redakcjaportalu rzecznikpraw inspektordanych sygnalista sygnalisci

  technickapodpora podporazakazniku obchodnik prodejna eobchod objednavkovy uctarnafirmy personalistika tiskovyodbor
  tiskovyservis mluvci magistratmesta starostaobce mistostarosta hejtman socialniodbor zivotniprostredi odpady mestskapolicie
  hasici ordinacelekare zubniordinace lekarny gymnazium vedeniskoly skolnijidelna divadlo pokladnadivadlo vstupenky
  infocentrum rezervace restaurace farniurad sbornadobrovolnychhasicu predajna mzdovauctaren tlacove hovorca podatelnamesto
  mestskyuradsk obecnyurad primator starostaobecny materskaskolask kniznica nemocnica lekaren farskyurad vevoszolgalati
  ertekesitesi kereskedelem beszerzesi penzugyi konyvelesi berszamfejtes humaneroforras munkaugyi toborzas szerkesztosegi
  titkarsagi igazgatosagi polgarmesterihivatali jegyzoi onkormanyzati iktato ugyintezo rendorseg tuzoltosag korhazi
  rendelointezet fogorvos gyogyszertar ovoda gimnazium konyvtari muzeumi jegypenztar szallas szalloda foglalas etterem
  egyesulet alapitvany adatvedelmitisztviselo suporttehnic departamentvanzari departamentachizitii departamentjuridic
  departamentit contabilitategenerala recrutare purtatordecuvant registraturagenerala primariamunicipiului primariacomunei
  consiliullocal consiliujudetean asistentasociala politialocala pompieri spitalul policlinica cabinetmedical gradinita liceul
  muzeul teatrul bilete parohia episcopia asociatia fundatia responsabilgdpr

  korisnickapodrska korisnickiservis sluzbazakupce podrskakorisnicima tehnickapodrska veleprodaja maloprodaja
  racunovodstvofirma financije obracunplaca ljudskiresursi ljudskipotencijali zaposljavanje odnosisjavnoscu glavniurednik
  upravniodjel opcinskovijece maticniured komunalno komunalnoredarstvo civilnazastita vatrogasci policijska bolnicaopca
  domzdravlja ambulanta stomatoloska ljekarne djecjivrtic knjiznicagrada kazaliste blagajna ulaznice turistickazajednica
  turistickiured rezervacije zupniured zastitaosobnihpodataka sluzbenikzazastitu pomocuporabnikom prodajnioddelek
  nabavnioddelek odnosizjavnostmi zupanova knjiznicamestna osnovnasola zdravstvenidom obsluzhvane obsluzhvanenaklienti klienti
  tehnicheskapoddrazhka poddrazhka dostavki schetovoditel choveshkiresursi delovodstvo obshtina obshtinskisavet kmetstvo
  uchilishte detskagradina bolnitsa

  exypiretisi exypiretisipelaton ypostirixi texnikiypostirixi logistirioeteria prosopiko anthropinoidinamiko grafeiotypou
  grafeio dimosiesscheseis dimarxeio dimotologio prototokollo nosokomeio farmakeio sxoleio gymnasio lykeio dimotiko
  vivliothiki mouseio kratiseis paragelies parapona

  destekekibi bilgiteknolojileri eticaret toptansatis ihracatdepartmani ithalatdepartmani malisler maliisler
  muhasebedepartmani personel isealim stajbasvuru basinyayin kurumsaliletisim kurumsal hukukmusavirligi genelmudurluk
  genelsekreter yonetimkurulu baskanlikmakami belediyebaskani sosyalyardim vergidairesi emniyet itfaiye poliklinikler
  eczaneler dishekimi okulidaresi anaokulu ilkokul rektorlukmakami dekanliksekreteri muze tiyatro biletsatis oteller
  resepsiyonist dernekler vakiflar odabaskani kisiselverilerinkorunmasi

  tehpodderjka podderzhkaklientov glavniybuhgalter bukhgalter kadrovik kadrovayasluzhba obschiyotdel obshiyotdel
  deloproizvodstvo kantselyariya redaktsia redaktor glavred direktsiya rukovoditel zamdirektora administratsiya
  administraciyagoroda meriyagoroda zags policiya mchs sudrayonniy bolnitsa stomatologiya detskiysad licei gimnaziya vuz
  priemkom priemnayakomissia bibliotekagoroda muzei teatr bilety gostinitsa bronirovanieotel prihod eparhiya obshestvo zhkh
  tszh ukkompaniya avariynayasluzhba dispetcherskayasluzhba vodokanal energosbyt teploset pidtrymka viddilprodazhiv priymalnya
  mistorada miskarada silrada selrada gromada rayonrada likarnya

  layanankonsumen pusatbantuan bantuanteknis dukungan dukunganteknis bagianpenjualan bagianpemasaran bagiankeuangan
  bagiankepegawaian sdm hrd rekrutmen lowongan lowongankerja humasprotokol kehumasan bupati walikota kantorcamat kantordesa
  pemerintahdesa disdik dinkes dinsos disdukcapil bappeda inspektorat polres polsek rsud puskesmas apotek klinikutama
  kepalasekolah tatausahasekolah bagianakademik pendaftaranmahasiswa perpustakaanumum pariwisata hotelreservasi reservasi
  koperasi pengaduanmasyarakat khidmatpelangganmalaysia aduanawam pejabatam sumbermanusia kewangan pemasaranmy phonghanhchinh
  phongdaotao phongcongtacsinhvien bophankinhdoanh bophankythuat bophanbanhang tongdai ketoantruong giamdoc banbientap toasoan
  lienhequangcao quangcao ubnd vanphongubnd benhvien phongkham nhathuoc truonghoc truongthpt thuvientruong khachsan datve
  nhahang kehuqufu kefuzhongxin keshouzhongxin shouhoufuwu xiaoshoubu shichangyingxiao caiwubu renliziyuan zhaopinbu caigoubu
  xingzhengbu yuanzhang zongjingli zongjingban dangban jiaowuchu xueshengchu zhaoshengban tushuguan yiyuan guahao kyakusama
  eigyouka soumuka jinjika keirika kouhouka saiyoutantou henshuubu kaihatsu hinshitsu seizou koubai butsuryu kanribu
  jimukyokucho kyoikuiinkai shiyakusho kuyakusho machiyakuba yakuba gakkou youchien hoikuen byouin kurinikku gogaekjiwon
  yeongeopbu insabu chongmu chongmubu hoegye hongbobu gisuljiwon samusil haksaeng doseogwan byeongwon
`
  .trim()
  .split(/\s+/)
