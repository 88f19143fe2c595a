/**
 * Typed by people who do not want to give an address. Letters only: separators and digits are dropped before the
 * comparison. Words that are names of many people are left out: Rei, Nil, Primer, Muster.
 */
export const PLACEHOLDER_TERMS = `
  test teste tests testing tester testtest testuser testemail testmail testaccount mytest example sample dummy fake fakeemail
  fakemail fakename foo bar foobar foobarbaz baz lorem loremipsum asd qwe zxc abc xyz xxx
  xxxx xxxxx aaa aaaa aaaaa bbb zzz none null undefined nan noemail nomail noname nobody noone notgiven notprovided
  notapplicable unknown anonymous anon email emailaddress youremail myemail yourname myname username firstname lastname
  firstnamelastname firstlast namesurname namelastname someone somebody something anything whatever blah blahblah bla blabla
  donthaveone noaddress name nameemail yourmail youraddress temp temporary delete deleteme placeholder changeme

  beispiel mustermann maxmustermann erikamustermann musterfrau vorname nachname vornamenachname nachnamevorname meinname ihrname deinname ihreemail deineemail keine keinemail
  keineemail keineangabe unbekannt niemand irgendwas
  essai exemple prenom prenomnom nomprenom votrenom votreprenom votreemail tonnom inconnu inconnue pasdemail pasdemel aucun aucune adresse personne
  prueba pruebas ejemplo nombre nombreapellido nombreapellidos apellido tunombre sunombre minombre tucorreo sucorreo notengo notiene sincorreo sinemail ninguno ninguna desconocido
  prova esempio nome nomecognome cognomenome cognome tuonome tuaemail sconosciuto nessuno nessuna nonho noncelho
  exemplo seunome seuemail nomesobrenome sobrenome naotem naotenho nenhum desconhecido semail sememail
  proef voorbeeld voornaam achternaam voornaamachternaam uwnaam jouwnaam uwemail jouwemail geenmail geenemail geen onbekend niemandniet
  przyklad przykladowy jankowalskitest imie nazwisko imienazwisko twojeimie twojemail twojmail twojadres brak brakmaila brakemail nieznany nikt
  deneme ornek isim soyisim isimsoyisim adsoyad adiniz adinizsoyadiniz yok yoktur bilinmiyor
  zkouska priklad jmeno prijmeni jmenoprijmeni vasejmeno nema nemam neznamy
  pelda teszt teszteles probamail nev vezeteknev keresztnev vezeteknevkeresztnev nincs nincsen ismeretlen
  exempel fornamn efternamn fornamnefternamn dittnamn ingen ingenmail okand eksempel fornavn etternavn efternavn fornavnetternavn fornavnefternavn dittnavn ditnavn ukjent ukendt esimerkki etunimi sukunimi etunimisukunimi
  exemplu prenume numeprenume prenumenume necunoscut naiba
  proba proverka imya familiya imyafamiliya netpochty neznayu
  dokimi paradeigma onoma eponymo onomaeponymo
  coba contoh nama namakamu tidakada
  thunghiem vidu hoten khongco
  ceshi shili mingzi meiyou
  tesuto namae nashi
`
  .trim()
  .split(/\s+/)
