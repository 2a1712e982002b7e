import { expect, test } from 'vitest'
import { splitAliases, stopNames, stripNames } from './stop-names.ts'

test('names come longest first, without repeats', () => {
  expect(
    stopNames({
      userName: '阿木',
      characterName: 'Miko',
      userNicknames: '木木，阿木、 小木头',
      characterNicknames: 'Mi;Miko',
    }),
  ).toEqual(['Miko', '小木头', '阿木', '木木', 'Mi'])
})

test('a nickname field may use any comma, semicolon or blank', () => {
  expect(splitAliases(' a,b；c\u3000d\n')).toEqual(['a', 'b', 'c', 'd'])
  expect(splitAliases(null)).toEqual([])
})

test('plain names go in any letter case, and only as whole words', () => {
  expect(stripNames('MIKO and Mikoto met miko-chan', ['Miko'])).toBe('  and Mikoto met  -chan')
})

test('other names go wherever they stand, and leave a blank so that neighbours do not fuse', () => {
  expect(stripNames('给阿木买风筝', ['阿木'])).toBe('给 买风筝')
  expect(stripNames('a.b*c', ['.b*'])).toBe('a c')
})

test('a name of one character is part of too many words to go', () => {
  expect(stripNames('木头', ['木'])).toBe('木头')
})
