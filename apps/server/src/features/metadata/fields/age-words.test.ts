import { findWorkCode } from '@otodana/work-code'
import { describe, expect, test } from 'vitest'

import { ageInText } from './age-words.ts'
import { parseFolderName } from '../sources/folder-name.ts'
import { resolveMetadata } from '../resolve.ts'

describe('ageInText', () => {
  test.each([
    ['成人向け癒やし', 'adult'],
    ['成人向ASMR', 'adult'],
    ['耳かき 18禁', 'adult'],
    ['１８禁音声', 'adult'],
    ['【18歳以上】雨', 'adult'],
    ['Rain R18', 'adult'],
    ['雨音Ｒ－１８版', 'adult'],
    ['耳舐めR-18Gあり', 'adult'],
    ['雨_R18_mp3', 'adult'],
    ['雨 18+', 'adult'],
    ['雨🔞', 'adult'],
    ['R 18 dayo', 'adult'],
    ['雨音Ｒ　１８', 'adult'],
    ['Ame no R18', 'adult'],
    ['Knot R18', 'adult'],
    ['not R15 but R18', 'adult'],
    ['R 15 耳かき', 'r15'],
    ['全年齢版とR18版', 'adult'],
    ['R-15 耳かき', 'r15'],
    ['耳かきＲ１５', 'r15'],
    ['15禁 耳かき', 'r15'],
    ['全年齢 耳かき', 'general'],
    ['全年齢向け', 'general'],
    ['全年龄 雨声', 'general'],
    ['全年齡 雨聲', 'general'],
    ['一般向けASMR', 'general'],
    ['Rain (All ages)', 'general'],
  ])('LIB-14 %s: %s', (text, age) => expect(ageInText(text)).toBe(age))

  test.each([
    '雨やどりの図書室',
    'RJ181818',
    'RJ01234518 雨',
    'R180',
    'R-1800',
    'CR18',
    'R18x',
    'R18.5',
    '318禁',
    '第18話',
    'Track 18',
    '全18+特典',
    'v1.18+2',
    '18',
    '非成人向け',
    '非R18',
    'not R18',
    'Not R-18',
    'non-R18',
    'NON R 18',
    'nonR18',
    'non-R15',
    'not 18+',
    'not all ages',
    'CR 18',
    'R 180',
    '成人式の夜',
    '一般向上委員会',
    'Young Adult Fiction',
    'R',
    '',
  ])('LIB-14 %s tells no age', (text) => expect(ageInText(text)).toBeNull())
})

const resolve = (folderName: string, given: Partial<Parameters<typeof resolveMetadata>[0]> = {}) =>
  resolveMetadata({
    code: findWorkCode(folderName)!,
    folderName,
    sidecar: null,
    imported: null,
    embedded: [],
    addedOn: '2026-09-01',
    ...given,
  })

test.each([
  ['RJ398765 成人向け癒やし', '成人向け癒やし', 'adult'],
  ['RJ398765 [R-15] 癒やし', '癒やし', 'r15'],
  ['RJ398765 [R 18] 癒やし', '癒やし', 'adult'],
  ['RJ398765 （一般向け） 癒やし', '癒やし', 'general'],
  ['RJ398765 (成人) 癒やし', '癒やし', 'adult'],
  ['RJ181818 癒やし', '癒やし', 'unrated'],
  ['RJ398765', 'RJ398765', 'unrated'],
])(
  'LIB-14 the folder %s: the age is read, and only a mark in brackets leaves the title',
  (folder, title, ageCategory) => {
    expect(resolve(folder)).toMatchObject({ title, ageCategory })
  },
)

test('LIB-14 where nothing states the age, titles and albums are read, and the strictest word counts', () => {
  expect(resolve('RJ398765', { sidecar: { title: '18禁ボイス' } }).ageCategory).toBe('adult')
  expect(resolve('RJ398765 全年齢', { embedded: [{ album: '雨 R18' }, {}] }).ageCategory).toBe('adult')
  expect(parseFolderName('RJ398765 (全年齢)(R18)', findWorkCode('RJ398765')!).age).toBe('adult')
})

test('LIB-14 what sidecar or import state stands over names, and may be that nothing is known', () => {
  expect(resolve('RJ398765 R18', { sidecar: { age: 'general' } }).ageCategory).toBe('general')
  expect(resolve('RJ398765 R18', { imported: { age: 'r15' } }).ageCategory).toBe('r15')
  expect(resolve('RJ398765 R18', { sidecar: { age: 'unrated' } }).ageCategory).toBe('unrated')
})
