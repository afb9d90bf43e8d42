import { samplePath, staffRoles, type WorkFacts } from '@otodana/contract'

import type { Db } from '#db/open.ts'
import { readSampleNames } from '#features/metadata/index.ts'

/**
 * Reads what other clients do not read of a work, present or missing; null if there is none.
 *
 * @param siteUrl  prefix of absolute URLs
 */
export async function readWorkFacts(db: Db, id: number, siteUrl: string): Promise<WorkFacts | null> {
  const [work, staff, samples] = await Promise.all([
    db
      .selectFrom('work')
      .leftJoin('series', 'series.id', 'work.series_id')
      .select(['titles', 'description', 'has_price', 'series_number as number', 'series_id', 'series.name'])
      .where('work.id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('work_staff')
      .innerJoin('staff', 'staff.id', 'work_staff.staff_id')
      .select(['staff.id', 'staff.name', 'work_staff.role'])
      .where('work_staff.work_id', '=', id)
      .orderBy('work_staff.position')
      .execute(),
    readSampleNames(db, id),
  ])
  if (!work) return null
  const { series_id: seriesId, name, number } = work
  return {
    titles: JSON.parse(work.titles) as WorkFacts['titles'],
    staff: Object.fromEntries(
      staffRoles.map((role) => [role, staff.filter((one) => one.role === role).map(({ id, name }) => ({ id, name }))]),
    ) as WorkFacts['staff'],
    series: seriesId === null || name === null ? null : { id: seriesId, name, number },
    description: work.description,
    samples: samples.map((sample, index) => `${siteUrl}${samplePath(id, index + 1, sample)}`),
    hasPrice: work.has_price === 1,
  }
}
