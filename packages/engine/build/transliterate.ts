// Transliterates names listed in Cyrillic, Greek, Georgian or Armenian to their usual Latin spelling.
const LETTERS: Readonly<Record<string, string>> = {
  ...pairs('абвгдезийклмнопрстуфыэ', 'a b v g d e z i y k l m n o p r s t u f y e'),
  ...pairs('ёжхцчшщъьюяіїєґ', 'e zh kh ts ch sh shch _ _ yu ya i yi ye g'),
  ...pairs('ѓѕјљњќџ', 'gj dz j lj nj kj dzh'),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
  ...pairs(
    'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
    'a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h',
  ),
  ...pairs(
    'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
    'a b g d e z e y t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts v p k o f',
  ),
}

function pairs(letters: string, latin: string): Record<string, string> {
  const forms = latin.split(' ')
  return Object.fromEntries([...letters].map((letter, i) => [letter, forms[i] === '_' ? '' : forms[i]!]))
}

const DIGRAPHS: readonly (readonly [string, string])[] = [
  ['ου', 'ou'],
  ['ού', 'ou'],
  ['ու', 'u'],
]

/** Lower case in, lower case out; letters of other scripts are unchanged. */
export function transliterate(name: string): string {
  let text = name.normalize('NFC')
  for (const [pair, latin] of DIGRAPHS) text = text.replaceAll(pair, latin)
  return [...text].map((letter) => LETTERS[letter] ?? LETTERS[letter.normalize('NFD')[0]!] ?? letter).join('')
}
