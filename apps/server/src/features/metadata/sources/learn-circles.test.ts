import { findWorkCode } from '@otodana/work-code'
import { describe, expect, test } from 'vitest'

import { learnCircles } from './learn-circles.ts'

const root = '/library'
const learn = (paths: readonly string[], names: string[] = []) =>
  learnCircles(
    paths.map((path) => ({ root, path, code: findWorkCode(path.slice(path.lastIndexOf('/') + 1))! })),
    names,
  )
const works = (folder: string, count = 2) => Array.from({ length: count }, (_, n) => `${folder}/RJ0100000${n} ${n}`)

describe('META-21 the folder above a work', () => {
  const folderOf = async (paths: readonly string[], names: string[] = []) =>
    (await learn(paths, names)).folderOf({ root, path: paths[0]! })

  test('is the circle if several works share it', async () => {
    expect(await folderOf(works('月影工房'))).toBe('月影工房')
    expect(await folderOf(works('月影工房', 1))).toBeNull()
    expect(await folderOf(['RJ01000001 a', 'RJ01000002 b'])).toBeNull()
  })

  test('is the circle of a single work if the library knows it', async () => {
    expect(await folderOf(['月影工房/RJ01000001 a'], ['月影工房'])).toBe('月影工房')
    expect(await folderOf(['月影工房/RJ01000001 a', '[月影工房] b RJ01000002'])).toBe('月影工房')
    expect(await folderOf(['月影工房/Rain/RJ01000001', '月影工房/Rain/RJ01000002'], ['月影工房'])).toBe('月影工房')
  })

  test.each([
    ['ASMR'],
    ['asmr works'],
    ['mp3'],
    ['WAV+MP3'],
    ['2024'],
    ['2024-05'],
    ['2024年'],
    ['R'],
    ['あ行'],
    ['A-F'],
    ['RJ010'],
    ['RJ01000000-RJ01009999'],
    ['同人音声'],
    ['全年齢'],
    ['Downloads'],
    ['新着'],
    ['未整理'],
    ['中文'],
    ['001'],
  ])('%s sorts works by something else', async (folder) => {
    expect(await folderOf(works(folder))).toBeNull()
    expect(await folderOf(works(`月影工房/${folder}`))).toBe('月影工房')
  })

  test('is none if the names of its works state other circles', async () => {
    expect(await folderOf(['Pile/[月影工房] a RJ01000001', 'Pile/[夏至祭] b RJ01000002', 'Pile/RJ01000003'])).toBeNull()
    expect(await folderOf(['月影工房/[月影工房] a RJ01000001', '月影工房/RJ01000003'])).toBe('月影工房')
  })

  test('is none if it is most of a large library', async () => {
    const many = Array.from({ length: 31 }, (_, n) => `Everything/RJ010000${n + 10} ${n}`)
    expect(await folderOf(many)).toBeNull()
    const others = Array.from({ length: 31 }, (_, n) => `RJ010001${n + 10} ${n}`)
    expect(await folderOf([...many, ...others])).toBe('Everything')
  })
})

test('META-20 a name beside several titles is a circle, a part of a title is none', async () => {
  const { isKnown } = await learn([
    'RJ01000001 - 雨 - 月影工房',
    'RJ01000002 - 夜 - ＭＯＯＮ',
    'RJ01000003 - 月影工房 - 雪 - 前編',
    'RJ01000004 - 風 - 前編',
    'RJ01000005 - 星 - 林檎',
    'RJ01000006 - 星 - 林檎【英語版】',
  ])
  expect(['月影工房', '雨', '前編', '星', '林檎'].map(isKnown)).toEqual([true, false, false, false, false])
})
