import { findWorkCode } from '@otodana/work-code'

import type { Db } from '#db/open.ts'

import { learnCircles, type LibraryCircles, type WorkPlace } from '../sources/learn-circles.ts'

/**
 * Learns circles from the database, and from works' folders.
 *
 * @param places  by default those of the works in the database
 */
export async function readLibraryCircles(
  db: Db,
  places?: readonly WorkPlace[],
  pause?: () => Promise<void>,
): Promise<LibraryCircles> {
  const circles = await db.selectFrom('circle').select('name').where('name_key', '!=', '').execute()
  const names = circles.map(({ name }) => name)
  return learnCircles(places ?? (await placesOfWorks(db)), names, pause)
}

async function placesOfWorks(db: Db): Promise<WorkPlace[]> {
  const works = await db
    .selectFrom('work')
    .select(['root', 'path', 'source_id'])
    .where('state', '=', 'present')
    .execute()
  return works.flatMap(({ root, path, source_id: sourceId }) => {
    const code = findWorkCode(sourceId)
    return code ? [{ root, path, code }] : []
  })
}
