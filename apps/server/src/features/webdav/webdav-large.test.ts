import { foldText } from '@otodana/keyword'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createDavClient } from '../../../test/dav-client.ts'
import { openShelf, type Shelf } from '../../../test/shelf.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { MAX_MEMBERS } from './code-ranges.ts'

const CIRCLES = 1_050
const OF_FIRST = 1_100
/** Signs of which names of circles are made: few first ones, and one of a block of its own. */
const SIGNS = [...'amberかぜの音雨森']

const circles = Array.from({ length: CIRCLES }, (_, at) => {
  const name = `${SIGNS[at % SIGNS.length]}${SIGNS[(at * 7) % SIGNS.length]} ${at}`
  return { id: at + 1, name, name_key: foldText(name), code: '' }
})
const works = Array.from({ length: OF_FIRST + CIRCLES - 1 }, (_, at) => ({
  ...aWorkRow(1_000_000 + at * 13),
  circle_id: Math.max(1, at - OF_FIRST + 2),
}))

describe('WebDAV of a large library', () => {
  let shelf: Shelf
  let dav: ReturnType<typeof createDavClient>
  beforeAll(async () => {
    shelf = await openShelf('sqlite')
    dav = createDavClient(shelf.url)
    await shelf.change(async (tx) => {
      for (let at = 0; at < circles.length; at += 500) {
        await tx
          .insertInto('circle')
          .values(circles.slice(at, at + 500))
          .execute()
      }
      for (let at = 0; at < works.length; at += 500) {
        await tx
          .insertInto('work')
          .values(works.slice(at, at + 500))
          .execute()
      }
    })
  })
  afterAll(() => shelf.close())

  /** All works that a folder leads to, by folders that are no works. */
  async function worksBelow(names: string[]): Promise<string[]> {
    const members = await dav.list(dav.href(...names))
    expect(members.length).toBeLessThanOrEqual(MAX_MEMBERS + 2)
    const found: string[] = []
    for (const member of members) {
      const name = member.replace(/\/$/, '')
      if (names.length === 0 && (name === 'works' || name === 'playlists')) continue
      if (/^RJ\d+ /.test(name)) found.push(name)
      else found.push(...(await worksBelow([...names, name])))
    }
    return found
  }
  const all = works.map(({ source_id, title }) => `${source_id} ${title}`).toSorted()

  test('DAV-08 the root has groups of circles, and by them each work is found once', async () => {
    const root = await dav.list(dav.href())
    expect(root.slice(0, 4)).toEqual(['works/', 'playlists/', 'a…/', 'b…/'])
    expect(root).toContain('阀-雿…/')
    expect(root.length).toBeLessThan(20)
    // A circle is also found without its group.
    expect(await dav.list(dav.href(circles[7]!.name))).toHaveLength(1)
    expect((await worksBelow([])).toSorted()).toEqual(all)
  })

  test('DAV-08 all works, and those of a large circle, are listed in ranges of codes', async () => {
    expect(await dav.list(dav.href('works'))).toEqual([
      'RJ01000000-RJ01009999/',
      'RJ01010000-RJ01019999/',
      'RJ01020000-RJ01029999/',
    ])
    expect((await worksBelow(['works'])).toSorted()).toEqual(all)
    expect(await dav.list(dav.href(circles[0]!.name))).toEqual(['RJ01000000-RJ01009999/', 'RJ01010000-RJ01019999/'])
    expect((await worksBelow([circles[0]!.name])).length).toBe(OF_FIRST)
  })

  test('DAV-12 groups are found in the group before, and no path goes through them without an end', async () => {
    const statusOf = async (...names: string[]) => (await dav.send(dav.href(...names), { method: 'HEAD' })).status
    const [first] = await dav.list(dav.href('a…'))
    expect(await statusOf('a…', first!.replace(/\/$/, ''))).toBe(200)
    expect(await statusOf('a…', 'a…')).toBe(200)
    expect(await statusOf('b…', 'a…')).toBe(404)
    expect(await statusOf(...Array.from({ length: 200 }, () => 'a…'))).toBe(404)
  })
})
