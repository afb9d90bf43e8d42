import { expect, test } from 'vitest'

import { byDay, entriesOfDevice, entriesOfPage, heardSecondsOf, PAGE_SIZE } from './history-entries.ts'
import type { HeardTrack } from './history-log.ts'
import { historyHref, historySearch } from './history-search.ts'

const heard = (more: Partial<HeardTrack>): HeardTrack => ({
  day: '2026-06-15',
  hash: '1/1',
  title: 'Umbrella',
  workId: 1,
  workTitle: 'Rain',
  workPath: '/work/RJ000001',
  circle: 'Tsukikage',
  firstMs: 1,
  lastMs: 2,
  heardSeconds: 10,
  seconds: 60,
  durationSeconds: 300,
  ...more,
})

const tracks = [
  heard({ day: '2026-06-16', hash: '1/2', title: 'Puddle', lastMs: 900 }),
  heard({ hash: '2/1', workId: 2, workTitle: 'Wind', title: '01', lastMs: 500 }),
  heard({ hash: '1/2', title: 'Puddle', lastMs: 400 }),
  heard({ lastMs: 300 }),
]

test('HIS-15 the history of a device is listed like an account’s: works by day, latest first', () => {
  const { entries, total } = entriesOfDevice(tracks, { words: '', until: '', page: 1 }, true)
  expect(total).toBe(3)
  expect(entries.map(({ day, workId, tracks: of }) => [day, workId, of.length])).toEqual([
    ['2026-06-16', 1, 1],
    ['2026-06-15', 2, 1],
    ['2026-06-15', 1, 2],
  ])
  expect(heardSecondsOf(entries[2]!)).toBe(20)
  expect(byDay(entries).map(({ day, entries: of }) => [day, of.length])).toEqual([
    ['2026-06-16', 1],
    ['2026-06-15', 2],
  ])
})

test('HIS-03 HIS-15 the history of a device is searched in the same way', () => {
  const titles = (words: string) =>
    entriesOfDevice(tracks, { words, until: '', page: 1 }, true).entries.map(({ day }) => day.slice(-2))
  expect(titles('ＷＩＮＤ')).toEqual(['15'])
  expect(titles('rain puddle')).toEqual(['16', '15'])
  expect(titles('rj000001 tsukikage')).toHaveLength(3)
  expect(titles('snow')).toEqual([])
})

test('HIS-23 a jump leads to a day of the history of a device, or to those before it', () => {
  const days = (until: string, words = '') =>
    entriesOfDevice(tracks, { words, until, page: 1 }, true).entries.map(({ day }) => day.slice(-2))
  expect([days(''), days('2026-06-16'), days('2026-06-15')]).toEqual([
    ['16', '15', '15'],
    ['16', '15', '15'],
    ['15', '15'],
  ])
  expect([days('2026-06-14'), days('2026-06-15', 'puddle')]).toEqual([[], ['15']])
})

test('HIS-23 only a day that exists is one in the address', () => {
  const until = (value: unknown) => historySearch({ until: value }).until
  expect(
    ['2026-02-28', '2024-02-29', '2026-02-29', '2026-13-01', '2026-2-1', '0050-01-01', 'x', 20_260_228, undefined].map(
      until,
    ),
  ).toEqual(['2026-02-28', '2024-02-29', ...Array.from({ length: 7 }, () => '')])
  expect(historyHref({ words: 'rain', until: '2026-02-28', page: 2 })).toBe('/history?q=rain&until=2026-02-28&page=2')
  expect(historyHref({ words: '', until: '', page: 1 })).toBe('/history')
})

test('HIS-15 pages follow each other', () => {
  const many = Array.from({ length: PAGE_SIZE + 3 }, (_, index) =>
    heard({ hash: `${index}/1`, workId: index + 1, lastMs: 10_000 - index }),
  )
  expect(entriesOfDevice(many, { words: '', until: '', page: 2 }, true).entries.map(({ workId }) => workId)).toEqual([
    51, 52, 53,
  ])
})

test('HIS-01 titles of tracks have no number and no extension, and works lead to their pages', () => {
  const track = {
    hash: '1/2',
    title: '02 Puddle.mp3',
    seconds: 5,
    durationSeconds: null,
    heardSeconds: 7,
    firstAt: '2026-06-15T10:00:00.000Z',
    lastAt: '2026-06-15T11:00:00.000Z',
  }
  const work = {
    id: 1,
    source_id: 'RJ000001',
    source_type: 'DLSITE',
    title: 'Rain',
    circle: { name: 'Tsukikage' },
    isMissing: true,
  }
  const { firstAt, lastAt, heardSeconds } = track
  const page = entriesOfPage({
    entries: [{ day: '2026-06-15', work, firstAt, lastAt, heardSeconds, tracks: [track] }],
    pagination: { currentPage: 1, page: 1, pageSize: 50, totalCount: 1 },
    isOn: true,
  })
  expect(page.entries[0]).toMatchObject({
    isMissing: true,
    tracks: [{ title: 'Puddle', workPath: '/work/RJ000001', lastMs: Date.parse(lastAt) }],
  })
})
