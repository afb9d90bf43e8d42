import { canonicalCode, findWorkCode } from '@otodana/work-code'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { markedVoiceActors } from '../fields/voice-actors.ts'
import { codesOfFolder } from './folder-codes.ts'
import { type FolderName, isNote, parseFolderName } from './folder-name.ts'
import { takeTranslationMarks } from './translation-marks.ts'

function parse(name: string): FolderName {
  return parseFolderName(name, findWorkCode(name)!)
}

const nothing: FolderName = { title: null, circle: null, voiceActors: [], release: null, age: null, language: null }

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

  test.each<[string, Partial<FolderName>]>([
    ['RJ01234567 - 月影工房 - 雨の図書室', { circle: '月影工房', title: '雨の図書室' }],
    ['RJ01234567 - Blue Lantern - Rain on the Roof', { circle: 'Blue Lantern', title: 'Rain on the Roof' }],
    ['RJ01234567 – Blue Lantern — Rain', { circle: 'Blue Lantern', title: 'Rain' }],
    ['[RJ01234567] - Blue Lantern - Rain – Night', { circle: 'Blue Lantern', title: 'Rain - Night' }],
    ['Blue Lantern - Rain on the Roof - RJ01234567', { circle: 'Blue Lantern', title: 'Rain on the Roof' }],
    ['Blue Lantern - RJ01234567 - Rain on the Roof', { circle: 'Blue Lantern', title: 'Rain on the Roof' }],
    ['RJ01234567_月影工房_雨の図書室', { circle: '月影工房', title: '雨の図書室' }],
    ['RJ01234567_Circle_Title', { circle: 'Circle', title: 'Title' }],
    ['月影工房_雨の図書室_RJ01234567_mp3', { circle: '月影工房', title: '雨の図書室' }],
    ['RJ01234567_Blue Lantern_Rain on the Roof', { circle: 'Blue Lantern', title: 'Rain on the Roof' }],
    ['250314_RJ01234567_月影工房_雨', { circle: '月影工房', title: '雨', release: '2025-03-14' }],
    [
      'RJ01234567 - 月影工房 - 雨 (CV.風見はるか) [mp3]',
      { circle: '月影工房', title: '雨', voiceActors: ['風見はるか'] },
    ],
    // Not guessed: underscores for spaces, parts of a title, a sentence, one's own bracket.
    ['RJ01234567_rain_library', { title: 'rain library' }],
    ['RJ01234567_雨_風_雪', { title: '雨 風 雪' }],
    ['RJ01234567 - 雨の夜 - 前編', { title: '雨の夜 - 前編' }],
    ['RJ01234567 - Night Train - Part 2', { title: 'Night Train - Part 2' }],
    ['RJ01234567 - 眠れない夜に、 - 雨', { title: '眠れない夜に、 - 雨' }],
    ['RJ01234567 Rain - Night', { title: 'Rain - Night' }],
    ['[Circle] RJ01234567 - Rain - Night', { circle: 'Circle', title: 'Rain - Night' }],
  ])('META-20 %s', (name, expected) => {
    expect(parse(name)).toEqual({ ...nothing, ...expected })
  })

  test.each<[string, Partial<FolderName>]>([
    ['RJ01234567 - 雨の図書室 - 月影工房', { circle: '月影工房', title: '雨の図書室' }],
    ['RJ01234567_雨の図書室_月影工房', { circle: '月影工房', title: '雨の図書室' }],
    ['RJ01234567 雨の図書室 - 月影工房', { circle: '月影工房', title: '雨の図書室' }],
    ['RJ01234567 - 雨 - 月影工房 - 夜', { circle: '月影工房', title: '雨 - 夜' }],
    ['[月影工房] RJ01234567', { circle: '月影工房' }],
    ['(月影工房) RJ01234567 雨', { circle: '月影工房', title: '雨' }],
    ['RJ01234567 雨【月影工房】', { circle: '月影工房', title: '雨' }],
    ['RJ01234567 雨 / 月影工房', { circle: '月影工房', title: '雨' }],
    ['RJ01234567 雨 / 風', { title: '雨 / 風' }],
    ['RJ01234567 - 別の工房 - 雨', { circle: '別の工房', title: '雨' }],
  ])('META-20 a name that the library knows is the circle: %s', (name, expected) => {
    const circles = { isKnown: (text: string) => text === '月影工房', isCertain: () => false, mayGuess: true }
    expect(parseFolderName(name, findWorkCode(name)!, circles)).toEqual({ ...nothing, ...expected })
  })

  test('META-20 nothing is guessed where other sources state the circle', () => {
    const circles = { isKnown: () => false, isCertain: (text: string) => text === '月影工房', mayGuess: false }
    const read = (name: string) => parseFolderName(name, findWorkCode(name)!, circles)
    expect(read('RJ01234567 - 雨音 - 夜')).toMatchObject({ circle: null, title: '雨音 - 夜' })
    expect(read('RJ01234567 - 雨音 - 月影工房')).toMatchObject({ circle: '月影工房', title: '雨音' })
  })

  test.each<[string, Partial<FolderName>]>([
    ['RJ123456 雨【简体中文版】', { title: '雨', language: 'CHI_HANS' }],
    ['RJ123456 雨 簡体中文版', { title: '雨', language: 'CHI_HANS' }],
    ['RJ123456 繁体中文版 雨', { title: '雨', language: 'CHI_HANT' }],
    ['【繁體中文版】RJ123456 雨', { title: '雨', language: 'CHI_HANT' }],
    ['RJ123456 雨（韓国語版）', { title: '雨', language: 'KO_KR' }],
    ['RJ123456 雨 한국어판', { title: '雨', language: 'KO_KR' }],
    ['RJ123456 Rain English Ver.', { title: 'Rain', language: 'ENG' }],
    ['RJ123456 Rain [English Edition] (mp3)', { title: 'Rain', language: 'ENG' }],
    ['RJ123456 雨(英語版)', { title: '雨', language: 'ENG' }],
    ['RJ123456 雨 中国語翻訳版', { title: '雨', language: 'CHI' }],
    ['RJ123456【全年齢・スペイン語版】雨', { title: '雨', language: 'SPA', age: 'general' }],
    ['RJ123456 - 月影工房 - 雨 - English Ver.', { circle: '月影工房', title: '雨', language: 'ENG' }],
    ['RJ123456 English Ver.', { language: 'ENG' }],
    ['RJ123456 Rain English Ver.2', { title: 'Rain English Ver.2' }],
    ['RJ123456 English verse', { title: 'English verse' }],
    ['RJ123456 英語のおさらい', { title: '英語のおさらい' }],
    ['RJ123456 雨 日本語版 英語版', { title: '雨 日本語版 英語版' }],
    ['RJ123456 雨【中文字幕】', { title: '雨' }],
  ])('META-22 %s', (name, expected) => {
    expect(parse(name)).toEqual({ ...nothing, ...expected })
  })

  test.each([
    ['RJ01030001 & RJ01030002', ['RJ01030001', 'RJ01030002'], null],
    ['RJ01030001＆RJ01030002 双子の星', ['RJ01030001', 'RJ01030002'], '双子の星'],
    ['[RJ01030001]+[RJ01030002] 双子の星', ['RJ01030001', 'RJ01030002'], '双子の星'],
    ['RJ01030001, VJ010203、BJ010203 three', ['RJ01030001', 'VJ010203', 'BJ010203'], 'three'],
    ['RJ01030001 and RJ01030002 twins', ['RJ01030001', 'RJ01030002'], 'twins'],
    ['RJ01030001 sequel to RJ01030002', ['RJ01030001'], 'sequel to RJ01030002'],
    ['RJ01030001 RJ01030002', ['RJ01030001'], 'RJ01030002'],
  ])('META-24 the codes of %s', (name, codes, title) => {
    const found = codesOfFolder(name)
    expect(found.map(({ code }) => code)).toEqual(codes)
    expect(found.map((code) => parseFolderName(name, code).title)).toEqual(codes.map(() => title))
  })

  test('another work’s code stays in the title', () => {
    expect(parse('RJ123456 sequel to RJ123455').title).toBe('sequel to RJ123455')
  })

  test('ADM-02 [circle] title (code) is read back, unless circle or title are notes, voices or languages', () => {
    const isName = (text: string) =>
      !isNote(text) && markedVoiceActors(text).length === 0 && takeTranslationMarks(text).language === null
    const word = fc.stringMatching(/^[a-zあ-んア-ヶ一-龠]{3,12}$/u).filter(isName)
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 99_999_999 }), (circle, title, id) => {
        const read = parse(`[${circle}] ${title} (${canonicalCode(id)})`)
        expect(read).toMatchObject({ circle, title })
      }),
    )
  })

  test('ADM-02 any name is read, quickly, and gives no blank title or circle', () => {
    const piece = fc.constantFrom(
      ...'[]()【】（）_- .CVcv：/',
      'mp3',
      'r18',
      '260901',
      '音',
      '\u0000',
      ' - ',
      'RJ123457',
      '英語版',
    )
    const any = fc.integer({ max: 0x10ffff, min: 0 }).map((point) => String.fromCodePoint(point))
    const around = fc.array(fc.oneof(piece, any), { maxLength: 100 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(around, around, (before, after) => {
        const { title, circle, voiceActors } = parseFolderName(`${before} RJ123456 ${after}`, findWorkCode('RJ123456')!)
        for (const text of [title, circle, ...voiceActors]) expect(text === null || text.trim() !== '').toBe(true)
      }),
    )
    for (const unit of ['[', '[]', '(cv', 'cv ', '_mp3', '[a', '🎧', '_', ' - ', '英語', '& RJ123456']) {
      const before = process.threadCpuUsage()
      parse(`RJ123456 ${unit.repeat(50_000)}`)
      expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
    }
  })
})
