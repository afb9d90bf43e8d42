import { expect, test } from 'vitest'

import { aFile } from '#test/a-tree.ts'

import { groupNames, titleAlone, trackNames, trackTitles } from './track-names.ts'

const shown = (...names: string[]) =>
  trackNames(names.map((name) => aFile(name))).map(({ number, title }) => `${number}|${title}`)

test.each([
  [
    ['01 Rain.mp3', '02 Sea.mp3'],
    ['1|Rain', '2|Sea'],
  ],
  [
    ['01.mp3', '02.mp3'],
    ['1|', '2|'],
  ],
  [
    ['00_プロローグ.wav', '01_雨.wav'],
    ['0|プロローグ', '1|雨'],
  ],
  [
    ['トラック01_夕立に降られて.mp3', 'トラック02_傘.mp3'],
    ['1|夕立に降られて', '2|傘'],
  ],
  [
    ['Track 1.mp3', 'Track 2 - Sea.mp3'],
    ['1|', '2|Sea'],
  ],
  [
    ['01雨.mp3', '02海.mp3'],
    ['1|雨', '2|海'],
  ],
  [
    ['【01】雨.mp3', '【03】海.mp3'],
    ['1|雨', '3|海'],
  ],
  [['1.西风日志.mp3'], ['1|西风日志']],
  [
    ['1 Rain.mp3', '2 Sea.mp3', '3 Wind.mp3'],
    ['1|Rain', '2|Sea', '3|Wind'],
  ],
] as const)('WRK-11 %j: the number is left out of the title', (names, expected) => {
  expect(shown(...names)).toEqual(expected)
})

test.each([
  [
    ['Rain.mp3', 'Sea.mp3'],
    ['1|Rain', '2|Sea'],
  ],
  [
    ['3分で眠る.mp3', '5分で眠る.mp3'],
    ['1|3分で眠る', '2|5分で眠る'],
  ],
  [
    ['10 minutes.mp3', '20 minutes.mp3', '40 minutes.mp3'],
    ['1|10 minutes', '2|20 minutes', '3|40 minutes'],
  ],
  [['100 ways.mp3'], ['1|100 ways']],
  [['1 hour of rain.mp3'], ['1|1 hour of rain']],
  [
    ['1 hour.mp3', '2 hours.mp3'],
    ['1|1 hour', '2|2 hours'],
  ],
  [
    ['5 Minutes.mp3', '6 Minutes.mp3', '7 Minutes.mp3'],
    ['1|5 Minutes', '2|6 Minutes', '3|7 Minutes'],
  ],
  [
    ['1.5 between.mp3', '1.6 after.mp3'],
    ['1|1.5 between', '2|1.6 after'],
  ],
  [
    ['01 Rain.mp3', 'Bonus.mp3'],
    ['1|01 Rain', '2|Bonus'],
  ],
  [
    ['02 Sea.mp3', '01 Rain.mp3'],
    ['1|02 Sea', '2|01 Rain'],
  ],
  [['2024 memo.mp3'], ['1|2024 memo']],
] as const)('WRK-11 %j: numbers that do not count the tracks stay in the title', (names, expected) => {
  expect(shown(...names)).toEqual(expected)
})

test('WRK-11 folders are named by what tells them apart', () => {
  expect(
    groupNames([
      ['本編', '第1章', 'mp3'],
      ['本編', '第2章', 'mp3'],
    ]),
  ).toEqual(['第1章', '第2章'])
  expect(groupNames([['mp3'], ['mp3', 'Extra']])).toEqual(['', 'Extra'])
  expect(groupNames([['mp3', 'SEあり']])).toEqual([''])
  expect(groupNames([])).toEqual([])
})

test('PLY-01 WRK-11 queued tracks have the titles of the list, and their file names where these are only numbers', () => {
  const titles = (...names: string[]) => trackTitles(names.map((name) => aFile(name)))
  expect(titles('トラック01_夕立.mp3', 'トラック02_傘.mp3')).toEqual(['夕立', '傘'])
  expect(titles('01.mp3', '02 Sea.mp3')).toEqual(['01', 'Sea'])
  expect(titles('10 minutes.mp3', '20 minutes.mp3')).toEqual(['10 minutes', '20 minutes'])
})

test.each([
  ['01_rain.wav', 'rain'],
  ['トラック12_夕立に降られて.mp3', '夕立に降られて'],
  ['12. Sea.flac', 'Sea'],
  ['【03】海.mp3', '海'],
  ['03.mp3', '03'],
  ['Track 3.mp3', 'Track 3'],
  ['10 minutes.mp3', '10 minutes'],
  ['3分で眠る.mp3', '3分で眠る'],
  ['1.5 between.mp3', '1.5 between'],
  ['2024 memo.mp3', '2024 memo'],
  ['7-Eleven.mp3', '7-Eleven'],
  ['Rain.mp3', 'Rain'],
])('HIS-01 %s alone is the track %s', (name, title) => {
  expect(titleAlone(name)).toBe(title)
})
