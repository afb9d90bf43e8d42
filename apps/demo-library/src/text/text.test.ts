import { expect, test } from 'vitest'
import { encodeText } from './encode-text.ts'
import { cuesFor, subtitleFormats, writeSubtitles } from './subtitles.ts'

test('legacy encodings give the bytes that everyone else gives', () => {
  expect(encodeText('雨ｱA～', 'shift_jis').toString('hex')).toBe('894ab1418160')
  expect(encodeText('雨三', 'gbk').toString('hex')).toBe('d3eac8fd')
  expect(encodeText('雨', 'utf-16le').toString('hex')).toBe('fffee896')
  expect(encodeText('雨', 'utf-8-bom').toString('hex')).toBe('efbbbfe99ba8')
})

test('a sign that an encoding lacks is an error, not a question mark', () => {
  expect(() => encodeText('雨♡', 'shift_jis')).toThrow(/has no ♡/)
})

test('cues follow each other inside the track', () => {
  const cues = cuesFor(['ひとつ', 'ふたつめは、すこし長い行です', 'みっつ'], 20)
  let before = 0
  for (const { startSeconds, endSeconds } of cues) {
    expect(startSeconds).toBeGreaterThanOrEqual(before)
    expect(endSeconds).toBeGreaterThan(startSeconds)
    before = endSeconds
  }
  expect(before).toBeLessThan(20)
})

test.each(subtitleFormats)('%s holds every line with its time', (format) => {
  const cues = [{ startSeconds: 3725.999, endSeconds: 3727.5, text: 'おやすみなさい。' }]
  const text = writeSubtitles(cues, format, '題', 'JPN')
  expect(text).toContain('おやすみなさい。')
  const times = {
    lrc: '[62:06.00]',
    srt: '01:02:05,999 --> 01:02:07,500',
    vtt: '01:02:05.999 --> 01:02:07.500',
    ass: '1:02:06.00,1:02:07.50',
  }
  expect(text).toContain(times[format])
})
