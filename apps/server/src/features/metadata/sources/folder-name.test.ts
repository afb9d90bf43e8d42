import { canonicalCode, findWorkCode } from '@otodana/work-code'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type FolderName, parseFolderName } from './folder-name.ts'

function parse(name: string): FolderName {
  return parseFolderName(name, findWorkCode(name)!)
}

const nothing: FolderName = { title: null, circle: null, voiceActors: [], release: null, age: null }

describe('parseFolderName', () => {
  test.each<[string, Partial<FolderName>]>([
    ['[Circle] Title (RJ01234567)', { title: 'Title', circle: 'Circle' }],
    ['RJ01234567_Title', { title: 'Title' }],
    ['【RJ01234567】[サークル] タイトル', { title: 'タイトル', circle: 'サークル' }],
    ['RJ123456 - Title [v1.1] (mp3+wav)', { title: 'Title' }],
    ['[250101] [Circle] Title [RJ123456]', { title: 'Title', circle: 'Circle', release: '2025-01-01' }],
    ['(260901) RJ123456 [Circle] 【雨音】Title', { title: '【雨音】Title', circle: 'Circle', release: '2026-09-01' }],
    [
      '260901_RJ123456_[Circle]Title (CV.風見)',
      { title: 'Title', circle: 'Circle', voiceActors: ['風見'], release: '2026-09-01' },
    ],
    ['260901 RJ123456 (mp3)', { title: '260901' }],
    ['260901_RJ123456_夢', { title: '夢', release: '2026-09-01' }],
    ['RJ123456 2026-09-01 Rain', { title: 'Rain', release: '2026-09-01' }],
    ['[20260901][サークル][RJ123456] 雨', { title: '雨', circle: 'サークル', release: '2026-09-01' }],
    ['[261332] RJ123456 雨', { title: '[261332] 雨' }],
    ['RJ01234567_雨音のすむ部屋_mp3_320k', { title: '雨音のすむ部屋' }],
    ['RJ01234567_雨の_ひと', { title: '雨の ひと' }],
    ['RJ123456 a_b c', { title: 'a_b c' }],
    ['RJ123456【全年齢】雨', { title: '雨', age: 'general' }],
    ['[R18][Circle] 雨 RJ123456', { title: '雨', circle: 'Circle', age: 'adult' }],
    [
      '[サークル]耳かき(CV.風見はるか/白石ゆき)[RJ123456]',
      { title: '耳かき', circle: 'サークル', voiceActors: ['風見はるか', '白石ゆき'] },
    ],
    ['[Circle (CV:Aki Mori)] Title RJ123456', { title: 'Title', circle: 'Circle', voiceActors: ['Aki Mori'] }],
    ['ＲＪ０１２３４５６７　睡眠　ＣＶ：山田花子', { title: '睡眠', voiceActors: ['山田花子'] }],
    ['RJ123456 recv: x', { title: 'recv: x' }],
    ['[タイトル] RJ123456', { title: '[タイトル]' }],
    ['RJ123456 100', { title: '100' }],
    ['RJ123456 ♪', { title: '♪' }],
    ['RJ123456 [open', { title: '[open' }],
    ['RJ123456 か\u3099', { title: 'が' }],
    ['RJ123456', {}],
    ['rj123456 (mp3)', {}],
    ['[RJ123456]', {}],
    ['RJ123456 ...', {}],
    ['RJ123456.zip', {}],
  ])('ADM-02 %s', (name, expected) => {
    expect(parse(name)).toEqual({ ...nothing, ...expected })
  })

  test('another work’s code stays in the title', () => {
    expect(parse('RJ123456 sequel to RJ123455').title).toBe('sequel to RJ123455')
  })

  test('ADM-02 [circle] title (code) is read back whatever circle and title are', () => {
    const word = fc
      .stringMatching(/^[a-zあ-んア-ヶ一-龠]{3,12}$/u)
      .filter((text) => !/^(?:mp3|asmr|wav|eng|chs|cht|jpn|adult)/i.test(text) && !/(?:音声|字幕|汉化)/.test(text))
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 99_999_999 }), (circle, title, id) => {
        const read = parse(`[${circle}] ${title} (${canonicalCode(id)})`)
        expect(read).toMatchObject({ circle, title })
      }),
    )
  })

  test('ADM-02 any name is read, quickly, and gives no blank title or circle', () => {
    const piece = fc.constantFrom(...'[]()【】（）_- .CVcv：/', 'mp3', 'r18', '260901', '音', '\u0000')
    const any = fc.integer({ max: 0x10ffff, min: 0 }).map((point) => String.fromCodePoint(point))
    const around = fc.array(fc.oneof(piece, any), { maxLength: 100 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(around, around, (before, after) => {
        const { title, circle, voiceActors } = parseFolderName(`${before} RJ123456 ${after}`, findWorkCode('RJ123456')!)
        for (const text of [title, circle, ...voiceActors]) expect(text === null || text.trim() !== '').toBe(true)
      }),
    )
    for (const unit of ['[', '[]', '(cv', 'cv ', '_mp3', '[a', '🎧']) {
      const before = process.threadCpuUsage()
      parse(`RJ123456 ${unit.repeat(50_000)}`)
      expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
    }
  })
})
