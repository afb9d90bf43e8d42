import { describe, expect, test } from 'vitest'

import { createMatcher } from '../index.ts'

const files = (audio: Record<string, number | null> | readonly string[]) =>
  Array.isArray(audio)
    ? (audio as readonly string[]).map((path) => ({ path, durationSeconds: null }))
    : Object.entries(audio as Record<string, number | null>).map(([path, durationSeconds]) => ({
        path,
        durationSeconds,
      }))

/** Each audio's own subtitles. */
function ownOf(audio: Record<string, number | null> | readonly string[], subtitles: readonly string[]) {
  const matcher = createMatcher(files(audio), subtitles)
  return Object.fromEntries(
    files(audio).map(({ path }) => [path, subtitles.filter((each) => matcher.belonging(path, each) === 'own')]),
  )
}

test('LYR-02 LYR-08 five tracks with shorter subtitles get their own, and no neighbour’s', () => {
  const lengths = [312, 287, 331, 296, 345]
  const ends = [280, 262, 285, 252, 286]
  const audio = lengths.map((durationSeconds, index) => ({ path: `01_トラック${index + 1}.mp3`, durationSeconds }))
  const subtitles = ends.map((durationSeconds, index) => ({ path: `01_トラック${index + 1}.lrc`, durationSeconds }))
  const matcher = createMatcher(
    audio,
    subtitles.map(({ path }) => path),
  )
  for (const [index, track] of audio.entries()) {
    expect(subtitles.map((each) => matcher.confidence(track, each))).toEqual(
      subtitles.map((_, other) => Number(other === index)),
    )
    expect(matcher.audioOf(subtitles[index]!)).toBe(track)
  }
})

test('LYR-08 where names differ only in the form of their signs, each subtitle has the track of its own form', () => {
  const audio = { '1_おまけ.mp3': 100, '①_おまけ.mp3': 110, 'Rain.mp3': 200, 'rain.mp3': 210 }
  const subtitles = ['①_おまけ.lrc', '1_おまけ.lrc', 'rain.lrc']
  expect(ownOf(audio, subtitles)).toEqual({
    '1_おまけ.mp3': ['1_おまけ.lrc'],
    '①_おまけ.mp3': ['①_おまけ.lrc'],
    'Rain.mp3': [],
    'rain.mp3': ['rain.lrc'],
  })
  const signs = { '第2話.mp3': 390, '第2話_.mp3': 140 }
  expect(ownOf(signs, ['第2話_.zh.srt', '第2話.zh.srt'])).toEqual({
    '第2話.mp3': ['第2話.zh.srt'],
    '第2話_.mp3': ['第2話_.zh.srt'],
  })
})

describe('LYR-08 a subtitle with a track’s name belongs to it', () => {
  test.each([
    ['01 雨.lrc'],
    ['01 雨.mp3.vtt'],
    ['01 雨.MP3.VTT'],
    ['０１　雨.SRT'],
    ['01_雨.lrc'],
    ['01 雨.zh.lrc'],
    ['01 雨.zh-CN.srt'],
    ['01 雨.mp3.chs.vtt'],
    ['01 雨_cht.lrc'],
    ['01 雨.ja.ass'],
    ['01 雨 (中文).lrc'],
    ['01 雨【简体】.lrc'],
    ['01 雨（中文字幕）.lrc'],
    ['01 雨.繁體.lrc'],
    ['01 雨_中文字幕.lrc'],
    ['01 雨中文.lrc'],
    ['【中文字幕】01 雨.lrc'],
    ['[zh] 01 雨.lrc'],
    ['01 雨.en.forced.srt'],
    ['字幕/01 雨.lrc'],
    ['中文字幕/01 雨.zh.lrc'],
    ['歌詞/01 雨.lrc'],
    ['lrc/01 雨.lrc'],
    ['Subs/CHS/01 雨.lrc'],
    ['字幕 (某某汉化组)/01 雨.lrc'],
  ])('%s', (subtitle) => {
    expect(ownOf(['01 雨.mp3', '02 雨.mp3'], [subtitle])).toEqual({ '01 雨.mp3': [subtitle], '02 雨.mp3': [] })
  })

  test.each([
    ['mp3/字幕/01.lrc'],
    ['字幕/mp3/01.lrc'],
    ['字幕/01.lrc'],
    ['mp3/01.lrc'],
    ['wav/01.wav.vtt'],
    ['MP3字幕/01.lrc'],
    ['中文/字幕/mp3/01.mp3.vtt'],
  ])('in every format and folder: %s', (subtitle) => {
    const audio = { 'mp3/01.mp3': 100, 'wav/01.wav': 100.04, 'mp3/02.mp3': 100, 'wav/02.wav': 100 }
    expect(ownOf(audio, [subtitle])).toEqual({
      'mp3/01.mp3': [subtitle],
      'wav/01.wav': [subtitle],
      'mp3/02.mp3': [],
      'wav/02.wav': [],
    })
  })

  test.each([
    ['字幕/本編/01.lrc', ['本編/mp3/01.mp3', '本編/wav/01.wav']],
    ['字幕/特典/01.lrc', ['特典/01.mp3']],
    ['本編/字幕/01.lrc', ['本編/mp3/01.mp3', '本編/wav/01.wav']],
    ['本編字幕/01.lrc', ['本編/mp3/01.mp3', '本編/wav/01.wav']],
    // Every folder has a first track; the bonus's is not meant.
    ['字幕/01.lrc', ['本編/mp3/01.mp3', '本編/wav/01.wav']],
    ['特典/01.lrc', ['特典/01.mp3']],
  ])('of several files of one name, the one in the same folder or the folders that match: %s', (subtitle, owners) => {
    const audio = { '本編/mp3/01.mp3': 600, '本編/wav/01.wav': 600, '特典/01.mp3': 120 }
    const own = ownOf(audio, [subtitle])
    expect(Object.keys(own).filter((path) => own[path]!.length > 0)).toEqual(owners)
  })

  test('the recording without effects shares the subtitle if it is as long, and is excluded otherwise', () => {
    const same = { '本編/SEあり/01.mp3': 300, '本編/SEなし/01.mp3': 300.2 }
    expect(ownOf(same, ['字幕/01.lrc'])).toEqual({
      '本編/SEあり/01.mp3': ['字幕/01.lrc'],
      '本編/SEなし/01.mp3': ['字幕/01.lrc'],
    })
    const shorter = { '本編/SEあり/01.mp3': 300, '本編/SEなし/01.mp3': 270 }
    expect(ownOf(shorter, ['字幕/01.lrc'])).toEqual({ '本編/SEあり/01.mp3': ['字幕/01.lrc'], '本編/SEなし/01.mp3': [] })
    expect(ownOf(shorter, ['本編/SEなし/01.lrc'])['本編/SEなし/01.mp3']).toHaveLength(1)
    expect(ownOf(shorter, ['本編/SEなし/01.lrc'])['本編/SEあり/01.mp3']).toHaveLength(0)
  })

  test('where two recordings fit, only these are compared by the formula', () => {
    const audio = files({ '朝/01.mp3': 600, '夜/01.mp3': 120, '夜/02.mp3': 120 })
    const matcher = createMatcher(audio, ['字幕/01.lrc'])
    const subtitle = { path: '字幕/01.lrc', durationSeconds: 119 }
    expect(audio.map(({ path }) => matcher.belonging(path, subtitle.path))).toEqual(['open', 'open', 'another'])
    expect(matcher.audioOf(subtitle)).toBe(audio[1])
    expect(matcher.audioOf({ ...subtitle, durationSeconds: 300 })).toBeNull()
  })

  test('names without letters or digits, and numbers that only look alike, differ', () => {
    expect(ownOf(['！.mp3', '？.mp3'], ['？.lrc'])).toEqual({ '！.mp3': [], '？.mp3': ['？.lrc'] })
    expect(ownOf(['1-1.mp3', '11.mp3'], ['1_1.lrc'])).toEqual({ '1-1.mp3': ['1_1.lrc'], '11.mp3': [] })
  })
})

describe('LYR-09 subtitles match tracks by number', () => {
  const titled = ['01_雨の夜.mp3', '02_猫と歩く.mp3', '03_おやすみ.mp3']
  const own = (audio: Record<string, number | null> | readonly string[], subtitles: readonly string[]) =>
    Object.entries(ownOf(audio, subtitles)).flatMap(([path, found]) => found.map((each) => `${path} ← ${each}`))

  test.each([
    [titled, ['1.lrc', '2.lrc', '3.lrc']],
    [titled, ['第1話.lrc', '第2話.lrc', '第3話.lrc']],
    [titled, ['第一話.lrc', '第二話.lrc', '第三話.lrc']],
    [titled, ['①.lrc', '②.lrc', '③.lrc']],
    [titled, ['❶ 雨夜.lrc', '❷ 与猫同行.lrc', '❸ 晚安.lrc']],
    [titled, ['Track 1.lrc', 'Track 2.lrc', 'Track 3.lrc']],
    [titled, ['トラック１.vtt', 'トラック２.vtt', 'トラック３.vtt']],
    [titled, ['#1.srt', '#2.srt', '#3.srt']],
    [titled, ['Ⅰ.srt', 'Ⅱ.srt', 'Ⅲ.srt']],
    [titled, ['01 雨夜.zh.lrc', '02 与猫同行.zh.lrc', '03 晚安.zh.lrc']],
    [titled, ['字幕/1.lrc', '字幕/2.lrc', '字幕/3.lrc']],
    [titled, ['RJ01234567_1.lrc', 'RJ01234567_2.lrc', 'RJ01234567_3.lrc']],
    [
      ['前編.mp3', '中編.mp3', '後編.mp3'],
      ['1.lrc', '2.lrc', '3.lrc'],
    ],
    [
      ['雨の物語 前編.mp3', '雨の物語 後編.mp3'],
      ['01.lrc', '02.lrc'],
    ],
    [
      ['Vol.2 Track01.mp3', 'Vol.2 Track02.mp3'],
      ['1.lrc', '2.lrc'],
    ],
    [
      ['00_雨.mp3', '01_猫.mp3', '02_夢.mp3'],
      ['1.lrc', '2.lrc', '3.lrc'],
    ],
    [
      ['雨の夜の物語1.mp3', '雨の夜の物語2.mp3'],
      ['第1話.lrc', '第2話.lrc'],
    ],
  ])('%j and %j', (audio, subtitles) => {
    expect(own(audio, subtitles)).toEqual(audio.map((path, index) => `${path} ← ${subtitles[index]}`))
  })

  test('tracks without a subtitle, subtitles in several languages and formats', () => {
    const audio = { 'mp3/01_雨.mp3': 60, 'mp3/02_猫.mp3': 70, 'mp3/03_夢.mp3': 80, 'wav/01_雨.wav': 60 }
    expect(own(audio, ['字幕/1.zh.lrc', '字幕/3.zh.lrc', '字幕/1.en.lrc'])).toEqual([
      'mp3/01_雨.mp3 ← 字幕/1.zh.lrc',
      'mp3/01_雨.mp3 ← 字幕/1.en.lrc',
      'mp3/03_夢.mp3 ← 字幕/3.zh.lrc',
      'wav/01_雨.wav ← 字幕/1.zh.lrc',
      'wav/01_雨.wav ← 字幕/1.en.lrc',
    ])
  })

  test('recordings without effects and bonuses stay without a subtitle', () => {
    const audio = ['01_雨.mp3', '02_猫.mp3', '01_雨_SEなし.mp3', '02_猫_SEなし.mp3', '特典/01_おまけ.mp3']
    expect(own(audio, ['字幕/1.lrc', '字幕/2.lrc'])).toEqual(['01_雨.mp3 ← 字幕/1.lrc', '02_猫.mp3 ← 字幕/2.lrc'])
  })

  test.each([
    ['a subtitle of a number that no track has', titled, ['1.lrc', '2.lrc', '3.lrc', '4.lrc']],
    ['tracks from 0 on, and fewer subtitles from 1 on', ['00_雨.mp3', '01_猫.mp3', '02_夢.mp3'], ['2.lrc', '3.lrc']],
    ['a title that is another track’s', titled, ['01_猫と歩く.lrc', '02_おやすみ.lrc', '03_その他.lrc']],
    ['a prelude that may not be counted', ['01_はじめに.mp3', '02_雨.mp3', '03_猫.mp3'], ['1.lrc', '2.lrc']],
    ['what is counted is no track', ['2人の夜.mp3', '雨.mp3'], ['2.lrc']],
    ['other words before the numbers', ['本編1.mp3', '本編2.mp3', 'おまけ1.mp3'], ['1.lrc']],
    ['another number of the only track', ['01_雨.mp3'], ['2.lrc']],
    ['numbers that begin elsewhere', ['02_雨.mp3', '03_猫.mp3'], ['1.lrc', '2.lrc']],
    ['numbers far apart', ['10.5 雨.mp3', '200 猫.mp3'], ['200.lrc']],
  ])('not with %s', (_, audio, subtitles) => {
    expect(own(audio, subtitles)).toEqual([])
  })

  test('a duplicate number matches nothing; the other numbers still do', () => {
    expect(own(['01_朝.mp3', '01_夜.mp3', '02_夢.mp3'], ['1.lrc', '2.lrc'])).toEqual(['02_夢.mp3 ← 2.lrc'])
  })
})

describe('LYR-07 LYR-08 the audio of a subtitle', () => {
  const of = (path: string, audio: ReturnType<typeof files>, durationSeconds = 59) =>
    createMatcher(audio, [path]).audioOf({ path, durationSeconds })?.path ?? null

  test('of equal ones the one beside it, then the format that plays everywhere, then the first', () => {
    const both = { 'mp3/01.mp3': 60, 'wav/01.wav': 60 }
    expect(of('wav/01.vtt', files(both))).toBe('wav/01.wav')
    expect(of('text/01.vtt', files({ 'flac/01.flac': 60, 'mp3/01.mp3': 60 }))).toBe('mp3/01.mp3')
    expect(of('text/01 rain.vtt', files({ 'b/01 rain.mp3': 60, 'a/01 rain.mp3': 60 }))).toBe('a/01 rain.mp3')
  })

  test('without a name or number, the one that the formula is certain of', () => {
    const audio = files({ '雨の降る夜.mp3': 60, '風の吹く夜.mp3': 300 })
    expect(of('雨降る夜.lrc', audio)).toBe('雨の降る夜.mp3')
    expect(of('雨降る夜.lrc', audio, 30)).toBeNull()
  })

  test('the only recording, but none of several dissimilar ones', () => {
    expect(of('prologue.lrc', files({ '03_雨.mp3': 999 }))).toBe('03_雨.mp3')
    expect(of('prologue.lrc', files({ 'mp3/03_雨.mp3': 999, 'wav/03_雨.wav': 999 }))).toBe('mp3/03_雨.mp3')
    expect(of('prologue.lrc', files({ '03_雨.mp3': 999, '04_風.mp3': 999 }))).toBeNull()
    expect(of('prologue.lrc', [])).toBeNull()
  })
})

test('LYR-08 tracks with subtitles are known without reading any', () => {
  const audio = files({ 'mp3/01 雨.mp3': 60, 'wav/01 雨.wav': 60, 'mp3/02 猫.mp3': 60, 'mp3/03 夢.mp3': 60 })
  const marked = [...createMatcher(audio, ['字幕/01 雨.zh.lrc', '字幕/02.zh.lrc', '03 夢.txt']).subtitled()]
  expect(marked.map(({ path }) => path).sort()).toEqual(['mp3/01 雨.mp3', 'mp3/02 猫.mp3', 'wav/01 雨.wav'])
})
