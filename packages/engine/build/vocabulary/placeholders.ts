/** What people type who do not want to give an address, letters only: separators and digits are dropped before the comparison. */
export const PLACEHOLDER_TERMS = `
  test teste tests testing tester testtest testuser testemail testmail testaccount mytest example sample dummy fake fakeemail
  fakemail fakename foo bar foobar foobarbaz baz lorem loremipsum asd qwe zxc abc xyz xxx
  xxxx xxxxx aaa aaaa aaaaa bbb zzz none null undefined nan nil noemail nomail noname nobody noone notgiven notprovided
  notapplicable unknown anonymous anon email emailaddress youremail myemail yourname myname username firstname lastname
  firstnamelastname firstlast namesurname namelastname someone somebody something anything whatever blah blahblah bla blabla
  donthaveone noaddress temp temporary delete deleteme placeholder changeme

  beispiel muster mustermann maxmustermann erikamustermann musterfrau vorname nachname vornamenachname meinname keine keinemail
  keineemail keineangabe unbekannt niemand irgendwas
  essai exemple prenom prenomnom nomprenom votrenom inconnu inconnue pasdemail pasdemel aucun aucune adresse personne
  prueba pruebas ejemplo nombre nombreapellido apellido tucorreo notengo notiene sincorreo sinemail ninguno ninguna desconocido
  prova esempio nome nomecognome cognome sconosciuto nessuno nessuna nonho noncelho
  exemplo seunome seuemail nomesobrenome sobrenome naotem naotenho nenhum desconhecido semail sememail
  proef voorbeeld voornaam achternaam voornaamachternaam geenmail geenemail geen onbekend niemandniet
  przyklad przykladowy jankowalskitest imie nazwisko imienazwisko brak brakmaila brakemail nieznany nikt
  deneme ornek isim soyisim isimsoyisim adsoyad yok yoktur bilinmiyor
  zkouska priklad jmeno prijmeni jmenoprijmeni nema nemam neznamy
  pelda probamail nev vezeteknev keresztnev nincs nincsen ismeretlen
  exempel fornamn efternamn ingen ingenmail okand eksempel fornavn etternavn efternavn ukjent ukendt esimerkki etunimi sukunimi
  exemplu prenume numeprenume necunoscut naiba
  primer proba imya familiya imyafamiliya netpochty neznayu
  dokimi paradeigma onoma eponymo
  coba contoh nama namakamu tidakada
  thunghiem vidu hoten khongco
  ceshi shili mingzi meiyou
  tesuto rei namae nashi
`
  .trim()
  .split(/\s+/)
