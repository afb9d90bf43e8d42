import type { Db } from '#db/open.ts'

import { learnCircles, type LibraryCircles, namesAround, type WorkPlace } from '../sources/learn-circles.ts'
import { nameKey } from './names.ts'

/**
 * Learns circles from the database and from the folders of all works.
 *
 * @param pause  called now and then, to let other work run
 */
export async function readLibraryCircles(
  db: Db,
  places: Iterable<WorkPlace>,
  pause?: () => Promise<void>,
): Promise<LibraryCircles> {
  const circles = await circlesOfWorks(db).where('name_key', '!=', '').execute()
  return learnCircles(
    places,
    circles.map(({ name_key: key }) => key),
    pause,
  )
}

/** Returns what the database knows of the names around a few works: a scan has stored what it learnt. */
export async function readCirclesAround(db: Db, places: readonly WorkPlace[]): Promise<LibraryCircles> {
  const keys = [...new Set(places.flatMap(namesAround).map(nameKey))]
  const known = circlesOfWorks(db).where('name_key', 'in', keys)
  const circles = keys.length > 0 ? await known.execute() : []
  return learnCircles(
    [],
    circles.map(({ name_key: key }) => key),
  )
}

/**
 * A circle without works is left of a name that was read differently, unless it was merged. By keys, because folders
 * have the names from before a rename.
 */
function circlesOfWorks(db: Db) {
  const used = db.selectFrom('work').select('circle_id').where('state', '=', 'present').distinct()
  const merged = db
    .selectFrom('merged_name')
    .select((eb) => eb.cast<number>('id', 'integer').as('id'))
    .where('kind', '=', 'circle')
  return db
    .selectFrom('circle')
    .select('name_key')
    .where((eb) => eb.or([eb('id', 'in', used), eb('id', 'in', merged)]))
}
