import {
  type ForeignDatabase,
  type ForeignRow,
  type ForeignValue,
  foreignValue,
  MAX_FOREIGN_TEXT,
} from '#db/foreign-sqlite.ts'

import { TakeOverError } from './take-over-error.ts'
import { readWorkId } from './values.ts'

/** Tables and the columns read from them: those that a version or fork lacks are read as null. */
const tables = {
  t_user: ['name', 'password', 'group'],
  t_work: [
    'id',
    'root_folder',
    'dir',
    'title',
    'circle_id',
    'nsfw',
    'age_category_string',
    'release',
    'created_at',
    'dl_count',
    'price',
    'review_count',
    'rate_count',
    'rate_average_2dp',
    'rate_count_detail',
    'rank',
  ],
  t_review: ['user_name', 'work_id', 'rating', 'review_text', 'created_at', 'updated_at', 'progress'],
  t_play_histroy: ['user_name', 'work_id', 'created_at', 'updated_at', 'state'],
  t_favorite: ['user_name', 'name', 'works'],
} as const

export type Table = keyof typeof tables
export type WorkNames = { circle: string | null; tags: string[]; voiceActors: string[] }

/** No work has more names of a kind. */
const MAX_NAMES = 500

/** The tables of kikoeru's database, in any version or fork. */
export type KikoeruSource = {
  count(table: Table): number
  rows(table: Table): Generator<ForeignRow>
  hasUser(name: string): boolean
  /** Circle, tags and voice actors of works, by kikoeru's id as text. */
  namesOf(works: readonly ForeignRow[]): Map<string, WorkNames>
  /** Our id of kikoeru's; null: not one. */
  workIdOf(value: ForeignValue): number | null
}

/**
 * Reads tables only: the view that joins them loses works without a voice actor.
 *
 * @throws {TakeOverError} not kikoeru's database
 * @throws {ForeignDatabaseError} while reading: the file is damaged
 */
export function readKikoeru(database: ForeignDatabase): KikoeruSource {
  if (['t_work', 't_user'].some((table) => database.columns(table).size === 0)) {
    throw new TakeOverError('notKikoeru', "The file is not kikoeru's database: it has no tables t_work and t_user")
  }
  const hasTables = (...names: string[]) => names.every((name) => database.columns(name).size > 0)

  function workIdOf(value: ForeignValue): number | null {
    const id = readWorkId(value)
    if (id !== null || !database.columns('t_work').has('dir')) return id
    const [work] = database.rows(`select ${foreignValue('dir')} from t_work where id = ?`, value ?? '')
    return work ? readWorkId(value, String(work['dir'] ?? '')) : null
  }

  function addLinked(names: Map<string, WorkNames>, ids: readonly (string | number)[], kind: 'tag' | 'va') {
    if (ids.length === 0 || !hasTables(`r_${kind}_work`, `t_${kind}`)) return
    const marks = ids.map(() => '?').join()
    const links = database.rows(
      `select ${foreignValue('link.work_id', 'work_id')}, ${foreignValue('named.name', 'name')}
       from r_${kind}_work link join t_${kind} named on named.id = link.${kind}_id
       where link.work_id in (${marks}) order by link.work_id, named.id`,
      ...ids,
    )
    for (const { work_id, name } of links) {
      const work = names.get(String(work_id))
      const list = kind === 'tag' ? work?.tags : work?.voiceActors
      if (list && typeof name === 'string' && list.length < MAX_NAMES) list.push(name)
    }
  }

  return {
    count(table) {
      if (database.columns(table).size === 0) return 0
      const [row] = database.rows(`select count(*) as "count" from ${table}`)
      return Number(row?.['count'] ?? 0)
    },

    *rows(table) {
      const known = database.columns(table)
      if (known.size === 0) return
      const columns = tables[table].map((name) =>
        known.has(name) ? foreignValue(`"${name}"`, name) : `null as "${name}"`,
      )
      yield* database.rows(`select ${columns.join(', ')} from ${table}`)
    },

    hasUser: (name) => !database.rows('select 1 from t_user where name = ?', name).next().done,

    namesOf(works) {
      const ids = works.flatMap(({ id }) => (id === null || id === undefined ? [] : [id]))
      const names = new Map(
        ids.map((id): [string, WorkNames] => [String(id), { circle: null, tags: [], voiceActors: [] }]),
      )
      const circleIds = [...new Set(works.flatMap(({ circle_id: id }) => id ?? []))]
      if (hasTables('t_circle') && circleIds.length > 0) {
        const circles = new Map<string, string>()
        const marks = circleIds.map(() => '?').join()
        const rows = database.rows(
          `select ${foreignValue('id')}, ${foreignValue('name')} from t_circle where id in (${marks})`,
          ...circleIds,
        )
        for (const { id, name } of rows) if (typeof name === 'string') circles.set(String(id), name)
        for (const work of works) {
          const of = names.get(String(work['id']))
          if (of) of.circle = circles.get(String(work['circle_id'])) ?? null
        }
      }
      addLinked(names, ids, 'tag')
      addLinked(names, ids, 'va')
      return names
    },

    workIdOf,
  }
}

/** Whether a text was cut because it is longer than anything we take. */
export function isTooLong(value: ForeignValue): boolean {
  return typeof value === 'string' && value.length > MAX_FOREIGN_TEXT
}
