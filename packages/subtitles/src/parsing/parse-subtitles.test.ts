import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { someCues, writers } from '../../test/a-subtitle.ts'
import { MAX_CUE_CHARACTERS, MAX_CUES, parseSubtitleFile, parseSubtitles, subtitleDuration } from '../index.ts'
import { subtitleFormats, type SubtitleFormat } from './file-format.ts'

/** `start-end text` */
function brief(text: string, format: SubtitleFormat): string[] {
  return parseSubtitles(text, format).map((cue) => `${cue.startSeconds}-${cue.endSeconds} ${cue.text}`)
}
const problemOf = (parse: () => unknown): unknown => {
  try {
    return parse()
  } catch (error) {
    return error instanceof Error && error.name === 'SubtitleError' ? error.message : error
  }
}

describe.each(subtitleFormats)('LYR-01 %s', (format) => {
  test('cues are parsed with any line break', () => {
    fc.assert(
      fc.property(someCues, fc.constantFrom('\n', '\r\n', '\r'), fc.boolean(), (cues, lineBreak, hasMark) => {
        const text = writers[format](cues).join(lineBreak)
        const bytes = new TextEncoder().encode((hasMark ? '\ufeff' : '') + text)
        expect(parseSubtitleFile(bytes, `a.${format}`)).toEqual(cues)
      }),
    )
  })

  test('a text without timed lines is rejected, and so is one that is too large', () => {
    for (const text of ['', '\n\n', 'WEBVTT', 'なにかの文章です。', '[00:', '1 --> 2', 'Dialogue: 0,,', '{\\p1}'])
      expect(problemOf(() => parseSubtitles(text, format))).toBe('noCues')
    expect(problemOf(() => parseSubtitles('\n'.repeat(4 * 1024 * 1024 + 1), format))).toBe('tooLarge')
    const cue = { startSeconds: 1, endSeconds: 2, text: 'a' }
    const many = (count: number) => writers[format](Array.from({ length: count }, () => cue)).join('\n')
    // An LRC file has two lines for each cue: one that starts it and one that ends it.
    expect(parseSubtitles(many(MAX_CUES / 2), format)).toHaveLength(1)
    const tooMany = Array.from({ length: MAX_CUES + 1 }, () => '[0:1]')
    const compact = {
      lrc: '[00:01]a\n',
      srt: '0:1-->0:2\na\n\n',
      vtt: '0:1-->0:2\na\n\n',
      ass: 'Dialogue:,0:1,0:2,,,,,,,a\n',
    }
    expect(problemOf(() => parseSubtitles(tooMany.map(() => compact[format]).join(''), format))).toBe('tooManyCues')
  })
})

describe('LYR-01 LRC', () => {
  test('a line may have several times, and an empty one ends the previous line', () => {
    const text = '[ti:雨]\n[00:01.5][01:02.25]こんばんは\n[00:03]\n[62:05.1]おやすみ'
    expect(brief(text, 'lrc')).toEqual(['1.5-3 こんばんは', '62.25-3725.1 こんばんは', '3725.1-3730.1 おやすみ'])
  })

  test('offset shifts lines, length ends the last one', () => {
    expect(brief('[offset:+500]\n[length:00:20]\n[00:01.00]a\n[00:10.00]b', 'lrc')).toEqual(['0.5-9.5 a', '9.5-20 b'])
    expect(brief('[offset:-500]\n[00:00.00]a\n[length:00:00.20]', 'lrc')).toEqual(['0.5-5.5 a'])
    expect(brief('[offset:1000]\n[00:00.20]a', 'lrc')).toEqual(['0-5 a'])
  })

  test('word times are removed', () => {
    expect(brief('[00:01.00]<00:01.00>よる<00:01.40>の<00:01.80>あめ', 'lrc')).toEqual(['1-6 よるのあめ'])
    expect(brief('[00:01.00]よる[00:01.40]の[00:01.80]あめ[笑]', 'lrc')).toEqual(['1-6 よるのあめ[笑]'])
  })

  test('irregular times, any order, two languages at the same time', () => {
    const text = '[00:05:50]b\n [1:2,5] d\n[00:01.00]a\n[00:01.00]A\n[1:00:00.5]e\nno time\n[00:1]c'
    expect(brief(text, 'lrc')).toEqual(['1-5.5 a\nA\nc', '5.5-62.5 b', '62.5-3600.5 d', '3600.5-3605.5 e'])
  })
})

describe('LYR-01 SRT and VTT', () => {
  test('numbers, names, settings, notes and styles are not text', () => {
    const text = `WEBVTT - 題\nKind: captions\n\nNOTE\n00:01.000 --> 00:02.000\nnot this\n\nSTYLE\n::cue { color: red }\n
REGION\nid:a\n\nintro\n00:01.000 --> 00:02.500 align:start line:90%\n<v 鈴>こんばんは</v>\n二行目\n\n7\n01:00:00.000 --> 01:00:01.000\nNOTE is a word`
    expect(brief(text, 'vtt')).toEqual(['1-2.5 こんばんは\n二行目', '3600-3601 NOTE is a word'])
  })

  test('tags, entities and readings', () => {
    const tagged =
      '<c.yellow.bg_blue>雨</c><00:01.200> &amp; <i>風</i> &lt;3 &#x2661;&#9825; &nope; {\\an8}<ruby>鈴<rt>すず</rt></ruby>'
    expect(brief(`00:01.000 --> 00:02.000\n${tagged}`, 'vtt')).toEqual(['1-2 雨 & 風 <3 ♡♡ &nope; 鈴（すず）'])
    expect(brief('1\n00:00:01,000 --> 00:00:02,000\na <3 b < c > d', 'srt')).toEqual(['1-2 a <3 b < c > d'])
  })

  test('missing empty lines, missing ends, missing hours, both decimal marks, any order', () => {
    const text =
      '1\n00:10,5-->00:12.25\nb\n2\n00:00:01.000 --> \na\n3\n00:20 --> 00:19\nc\n4\n0:0:30,000 --> 0:0:31,000\n'
    expect(brief(text, 'srt')).toEqual(['1-10.5 a', '10.5-12.25 b', '20-30 c'])
  })
})

describe('LYR-01 ASS', () => {
  const head =
    '[Script Info]\nTitle: x\n\n[V4+ Styles]\nFormat: Name, Start, Text\nDialogue: 0,0:00:00.00,no\n\n[Events]\n'

  test('fields follow Format, and the text keeps its commas', () => {
    const text = `${head}Format: Start, Style, End, Text\nComment: 0:00:01.00,D,0:00:02.00,note\nDialogue: 0:00:03.00,D,0:00:04.50,はい、one, two\nDialogue: 0:00:05.00,D\n[Fonts]\nDialogue: 0:00:06.00,D,0:00:07.00,no`
    expect(brief(text, 'ass')).toEqual(['3-4.5 はい、one, two'])
  })

  test('override tags and drawings are not text, \\N breaks the line', () => {
    const line = (text: string) => `Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${text}`
    const text = `${head}${line('{\\an8\\pos(1,2)}上{\\i1}下{\\i0}\\N次\\h行')}\n${line('{\\p1}m 0 0 l 10 10{\\p0}文')}\n${line('{\\an8}上下\\N次 行')}`
    expect(brief(text, 'ass')).toEqual(['1-2 上下\n次 行\n文'])
  })
})

test('LYR-01 an overlong line is cut between characters', () => {
  const [cue] = parseSubtitles(`[00:01]a${'𠮷'.repeat(5_000)}`, 'lrc')
  expect(cue!.text.length).toBeLessThanOrEqual(MAX_CUE_CHARACTERS)
  expect(cue!.text).toMatch(/^a𠮷+…$/u)
})

test('LYR-02 the duration of a subtitle is the end of its last line, 0 without lines', () => {
  expect(subtitleDuration(parseSubtitles('0:1 --> 0:30\na\n\n0:2 --> 0:3\nb', 'vtt'))).toBe(30)
  expect(subtitleDuration([])).toBe(0)
})

test('LYR-01 a file with another extension is not a subtitle', () => {
  expect(problemOf(() => parseSubtitleFile(new Uint8Array(), 'a.txt'))).toBe('unknownFormat')
})
