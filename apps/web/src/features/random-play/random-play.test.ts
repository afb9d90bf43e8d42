import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { createApi } from '#lib/api/api.ts'

import { aWork } from '../../test/a-work.ts'
import { pickWork } from './random-play.ts'

/** A library with these works in the order of every seed; those in `silent` have nothing to play. */
function aLibrary(ids: readonly number[], { silent = [] as number[], gone = [] as number[] } = {}) {
  const asked: string[] = []
  const fetch = (async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://x')
    asked.push(decodeURIComponent(pathname) + ` seed ${searchParams.get('seed')}`)
    if (pathname.startsWith('/api/tracks')) {
      const id = Number(pathname.split('/').at(-1))
      if (gone.includes(id)) return Response.json({ error: 'work.notFound' }, { status: 404 })
      const file = { type: 'audio', hash: `${id}/1`, title: '01.mp3', duration: 60 }
      const extra = { type: 'folder', title: 'おまけ', children: [{ ...file, hash: `${id}/2`, duration: 600 }] }
      return Response.json(silent.includes(id) ? [] : [extra, { type: 'folder', title: '本編', children: [file] }])
    }
    const page = Number(searchParams.get('page'))
    const works = ids.slice(page - 1, page).map((id) => aWork({ id }))
    return Response.json({ works, pagination: { currentPage: page, page, pageSize: 1, totalCount: ids.length } })
  }) as typeof globalThis.fetch
  const deps = { api: createApi({ fetch }), queryClient: new QueryClient(), editions: { withEditions: 1 } as const }
  const pick = async (random: number | (() => number), lastId: number | null = null, filter = '') => {
    const picked = await pickWork(
      { ...deps, random: () => (typeof random === 'number' ? random : random()) },
      filter,
      lastId,
    )
    return typeof picked === 'string' ? picked : { id: picked.work.id, tracks: picked.tracks.map(({ hash }) => hash) }
  }
  return { pick, asked }
}

test('NAV-15 any work may be picked, the first as well as the last, with what it plays by itself', async () => {
  const { pick } = aLibrary([11, 12, 13, 14])
  expect(await pick(0)).toEqual({ id: 11, tracks: ['11/1'] })
  expect(await pick(0.5)).toEqual({ id: 13, tracks: ['13/1'] })
  expect(await pick(0.999_999)).toEqual({ id: 14, tracks: ['14/1'] })
  const counts = new Map<number, number>()
  for (let n = 0; n < 400; n++) {
    const picked = await pick(Math.random)
    if (typeof picked !== 'string') counts.set(picked.id, (counts.get(picked.id) ?? 0) + 1)
  }
  for (const id of [11, 12, 13, 14]) expect(counts.get(id)).toBeGreaterThan(50)
})

test('NAV-15 the same is not picked twice in a row, unless it is the only one', async () => {
  const { pick } = aLibrary([11, 12, 13])
  for (let n = 0; n < 3; n++) {
    expect(await pick(n / 3, 11 + n)).toMatchObject({ id: 11 + ((n + 1) % 3) })
  }
  expect(await aLibrary([11]).pick(0.3, 11)).toMatchObject({ id: 11 })
  expect(await aLibrary([11, 12], { silent: [12] }).pick(0, 11)).toMatchObject({ id: 11 })
})

test('NAV-15 works without anything to play are skipped, and so are missing ones', async () => {
  expect(await aLibrary([11, 12, 13], { silent: [11], gone: [12] }).pick(0)).toMatchObject({ id: 13 })
  const ids = Array.from({ length: 300 }, (_, index) => index + 1)
  const silent = aLibrary(ids, { silent: ids })
  expect(await silent.pick(0.5)).toBe('nothingToPlay')
  expect(silent.asked.length).toBeLessThan(30)
})

test('NAV-15 only works within the visitor’s filter are picked, and none where it lets none through', async () => {
  const { pick, asked } = aLibrary([])
  expect(await pick(0.42, null, '$-age:adult$')).toBe('nothingFound')
  expect(asked).toEqual(['/api/search/$-age:adult$ seed 42'])
  expect(await pick(0.42)).toBe('nothingFound')
  expect(asked[1]).toBe('/api/works seed 42')
})

test('NAV-15 a library that cannot be asked is no empty one', async () => {
  const fetch = (async () => Response.json({ error: 'server.failed' }, { status: 500 })) as typeof globalThis.fetch
  const deps = { api: createApi({ fetch }), queryClient: new QueryClient(), random: Math.random, editions: {} }
  await expect(pickWork(deps, '', null)).rejects.toMatchObject({ key: 'server.failed' })
})
