import { randomUUID } from 'node:crypto'

import { foldText } from '@otodana/keyword'
import type { Insertable } from 'kysely'

import type { DialectName } from '../src/db/dialect.ts'
import type { Db } from '../src/db/open.ts'
import type { Tables } from '../src/db/tables.ts'
import { aLibrary } from './a-library.ts'
import { startApp, type TestApp } from './start-app.ts'
import { aWorkRow } from './work-rows.ts'

type ShelfWork = Partial<Insertable<Tables['work']>> & { id: number; tagIds?: number[]; actorIds?: string[] }

export type Shelf = TestApp & {
  /** Adds works, and waits until lists know of them. */
  put(...works: ShelfWork[]): Promise<void>
  /** Writes anything in one transaction, and waits until lists know of it. */
  change(write: (tx: Db) => Promise<unknown>): Promise<void>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
}

type Answer = { status: number; headers: Headers; text: string; body: unknown }

/** A listening server over an empty folder, whose works are put into the database by hand. */
export async function openShelf(dialect: DialectName, env: Record<string, string> = {}): Promise<Shelf> {
  const library = aLibrary()
  const app = await startApp({ libraryDirs: [library.dir], dialect, env, scan: false })

  async function change(write: (tx: Db) => Promise<unknown>): Promise<void> {
    await app.database.write.transaction().execute(write)
    await app.catalogue.catchUp()
  }

  async function ask(path: string, init: RequestInit): Promise<Answer> {
    const answer = await fetch(app.url + path, init)
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }

  return {
    ...app,
    change,
    put: (...works) =>
      change(async (db) => {
        const rows = works.map(({ tagIds: _tags, actorIds: _actors, ...row }) => ({ ...aWorkRow(row.id), ...row }))
        // Rows of one statement have the same columns.
        for (const alike of Map.groupBy(rows, (row) => Object.keys(row).toSorted().join()).values())
          for (const some of inPieces(alike)) await db.insertInto('work').values(some).execute()
        const tagged = works.flatMap(({ id, tagIds = [] }) =>
          tagIds.map((tag_id, position) => ({ work_id: id, tag_id, position })),
        )
        for (const some of inPieces(tagged)) await db.insertInto('work_tag').values(some).execute()
        const spoken = works.flatMap(({ id, actorIds = [] }) =>
          actorIds.map((voice_actor_id, position) => ({ work_id: id, voice_actor_id, position })),
        )
        for (const some of inPieces(spoken)) await db.insertInto('work_voice_actor').values(some).execute()
      }),
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, body) =>
      ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    async close() {
      await app.close()
      library.remove()
    },
  }
}

/** As many rows as the parameters of one statement allow. */
function* inPieces<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += 200) yield rows.slice(at, at + 200)
}

export const circles = ['Kitsune Lantern', '硝子灯', 'Harbour "Nine"'].map((name, index) => ({
  id: index + 1,
  name,
  name_key: foldText(name),
  code: index === 2 ? '' : `RG0000${index + 1}`,
}))

export const tags = [
  { name: '雨音', i18n: { 'ja-jp': { name: '雨音' }, 'en-us': { name: 'Rain' }, 'zh-cn': { name: '雨声' } } },
  { name: '耳かき', i18n: { 'ja-jp': { name: '耳かき' }, 'en-us': { name: 'Ear Cleaning', censored: 'Ear Care' } } },
  { name: '朗読', i18n: {} },
].map(({ name, i18n }, index) => ({ id: index + 1, name, name_key: foldText(name), i18n: JSON.stringify(i18n) }))

export const voiceActors = ['朝霧しずく', '花咲ミント'].map((name) => ({
  id: randomUUID(),
  name,
  name_key: foldText(name),
}))

/** Sixty works by three circles, some of them translations of others. */
export async function fill(shelf: Shelf): Promise<void> {
  await shelf.change(async (db) => {
    await db.insertInto('circle').values(circles).execute()
    await db.insertInto('tag').values(tags).execute()
    await db.insertInto('voice_actor').values(voiceActors).execute()
  })
  await shelf.put(
    ...Array.from({ length: 60 }, (_, index): ShelfWork => {
      const id = 1_000_001 + index * 7
      const original = index % 10 === 9 ? aWorkRow(id - 7).source_id : null
      return {
        id,
        title: `${['雨の図書館', 'Lantern Walk', '海辺の朝'][index % 3]} ${index}`,
        circle_id: (index % 3) + 1,
        create_date: `2026-0${(index % 9) + 1}-15`,
        release: index % 4 === 0 ? null : `2025-1${index % 3}-0${(index % 9) + 1}`,
        age_category: (['general', 'r15', 'adult'] as const)[index % 3]!,
        price: (index % 12) * 110,
        dl_count: (index * 37) % 500,
        review_count: index % 5,
        rate_average: (index % 6) * 0.9,
        duration_seconds: index * 100,
        has_subtitle: index % 4 === 0 ? 1 : 0,
        language: original === null ? 'JPN' : 'ENG',
        original_code: original,
        tagIds: [(index % 3) + 1, ...(index % 5 === 0 ? [((index + 1) % 3) + 1] : [])],
        actorIds: index % 2 === 0 ? [voiceActors[0]!.id] : voiceActors.map(({ id: actor }) => actor),
      }
    }),
  )
}
