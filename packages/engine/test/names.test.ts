import { describe, expect, test } from 'vitest'
import { loadEngine } from '../src/node.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()
const namesOf = (local: string, domain = 'contoso.com') => {
  const { firstName, lastName } = accepted(engine.validate(`${local}@${domain}`))
  return [firstName, lastName]
}

describe('first and last name', () => {
  test.each([
    ['john.smith', 'John', 'Smith'],
    ['JOHN_SMITH', 'John', 'Smith'],
    ['john-smith', 'John', 'Smith'],
    ['smith.john', 'John', 'Smith'],
    ['johnsmith', 'John', 'Smith'],
    ['john.smith1985', 'John', 'Smith'],
    ['john.q.smith', 'John', 'Smith'],
    ['nguyen.thi.hoa', 'Hoa', 'Nguyen'],
    ['zhang.wei', 'Wei', 'Zhang'],
    ['jean-pierre.dupont', 'Jean-Pierre', 'Dupont'],
    ['ludwig.van.beethoven', 'Ludwig', 'Van Beethoven'],
    ["sean.o'brien", 'Sean', "O'Brien"],
    ['hans.müller', 'Hans', 'Müller'],
    ['josé.garcía', 'José', 'García'],
    ['kowalska.agnieszka', 'Agnieszka', 'Kowalska'],
    ['mehmet.yilmaz', 'Mehmet', 'Yilmaz'],
    ['fatima.al.zahra', 'Fatima', 'Al Zahra'],
    ['dr.john.smith', 'John', 'Smith'],
    ['john.smith.jr', 'John', 'Smith'],
    ['xiaoming.wang', 'Xiaoming', 'Wang'],
    ['wang.xiaoming', 'Xiaoming', 'Wang'],
    ['minjun.kim', 'Minjun', 'Kim'],
    ['jiwoo.park', 'Jiwoo', 'Park'],
    ['meiling.sun', 'Meiling', 'Sun'],
    ['hiroshi.tanaka', 'Hiroshi', 'Tanaka'],
    ['priyanka.deshmukh', 'Priyanka', 'Deshmukh'],
    ['wei.xia', '', ''],
    ['john.smith.admin', 'John', 'Smith'],
    ['nagy.peter', 'Peter', 'Nagy'],
    ['juhasz.ferenc', 'Ferenc', 'Juhasz'],
    ['peter.nagy', 'Peter', 'Nagy'],
  ])('of %s', (local, first, last) => expect(namesOf(local)).toEqual([first, last]))

  test.each(['mike', 'chris', 'matt', 'seb', 'ak', 'joy'])(
    '%s alone is a short form or initials, and none is given',
    (local) => {
      expect(namesOf(local)).toEqual(['', ''])
    },
  )

  test.each(['peter.mallory', 'martin.luther', 'luther.martin', 'martin.lawson', 'sarah.connor'])(
    '%s may be in either order, and no name is returned in the wrong order',
    (local) => {
      const [first, last] = local.split('.').map((word) => word[0]!.toUpperCase() + word.slice(1))
      expect([
        ['', ''],
        [first, ''],
        [first, last],
      ]).toContainEqual(namesOf(local))
    },
  )

  test.each(['connor.sarah', 'jordan.steven'])(
    '%s: the order of two given names is unclear, so none is returned',
    (local) => {
      expect(namesOf(local)).toEqual(['', ''])
    },
  )

  test.each(['gustavokenji', 'martinharold', 'kaioliver'])(
    '%s joins two given names, and no family name is returned',
    (local) => {
      expect(namesOf(`${local}12`, 'gmail.com')[1]).toBe('')
    },
  )

  test('a given name before a likely word and a period is a full name, at a company and at free mail', () => {
    expect(namesOf('jeroen.seegers')).toEqual(['Jeroen', 'Seegers'])
    expect(namesOf('christian.brassat', 'gmail.com')).toEqual(['Christian', 'Brassat'])
    expect(namesOf('christian.amk', 'gmail.com')[1]).toBe('')
  })

  test.each(['jo.hn.sm.it.h', 'ma.ri.a.sm.it'])('%s is a name with inserted periods', (local) => {
    expect(namesOf(local, 'gmail.com')).toEqual(['', ''])
  })

  test('a country code after the names is not part of them', () => {
    expect(namesOf('peter.baker.au')).toEqual(['Peter', 'Baker'])
  })

  test('a short form beside a family name is returned', () => {
    expect(namesOf('mike.johnson')).toEqual(['Mike', 'Johnson'])
  })

  test.each([
    ['j.smith', '', 'Smith'],
    ['jsmith', '', 'Smith'],
    ['smith', '', 'Smith'],
    ['john', 'John', ''],
    ['john.s', 'John', ''],
    ['mr.smith', '', 'Smith'],
    ['admin.john', 'John', ''],
  ])('of %s: only what is there', (local, first, last) => expect(namesOf(local)).toEqual([first, last]))

  test.each(['info', 'noreply', 'sales.team', 'xkqzvbnm', 'a.b', '12345', 'иван', 'blurp.zzorg', ''.padEnd(3, '_')])(
    'of %s stay empty',
    (local) => expect(namesOf(local)).toEqual(['', '']),
  )

  test.each(['peter.12ab', 'maria.7nov', 'maria9dec', 'jonas.lu21'])(
    '%s has letters beside digits that are not a name',
    (local) => {
      expect(namesOf(local)[1]).toBe('')
    },
  )

  test('of two family names after a given name, none is returned', () => {
    expect(namesOf('laura.gomez.serrano')).toEqual(['Laura', ''])
    expect(namesOf('laura.m.serrano')).toEqual(['Laura', 'Serrano'])
  })

  test('a given name after an initial is not a family name', () => {
    expect(namesOf('k.andrei')).toEqual(['', ''])
    expect(namesOf('ktamas')).toEqual(['', ''])
    expect(namesOf('k.novotny')).toEqual(['', 'Novotny'])
  })

  test('a short family name alone may be initials, so none is returned', () => {
    expect(namesOf('ng')).toEqual(['', ''])
    expect(namesOf('im27')).toEqual(['', ''])
  })

  test('suffixes that companies append for external staff are not names', () => {
    expect(namesOf('anna.lindqvist-ext')).toEqual(['Anna', 'Lindqvist'])
    expect(namesOf('anna.lindqvist.extern')).toEqual(['Anna', 'Lindqvist'])
  })

  test.each(['ali.reza', 'roy.martin', 'hassan.karimi'])('%s is never returned with the family name first', (local) => {
    expect(namesOf(local)[1]!.toLowerCase()).not.toBe(local.split('.')[0])
  })

  test('Vietnamese family names come first', () => {
    expect(namesOf('nguyen.hoa')).toEqual(['Hoa', 'Nguyen'])
    expect(namesOf('tran.minh', 'gmail.com')).toEqual(['Minh', 'Tran'])
    expect(namesOf('hoa.nguyen')).toEqual(['Hoa', 'Nguyen'])
  })

  test('labels and numbers are not part of names', () => {
    expect(namesOf('john.smith99+amazon', 'gmail.com')).toEqual(['John', 'Smith'])
  })
})
