import { type RawBuilder, sql } from 'kysely'

import type { Db } from './open.ts'

/**
 * Recomputes works' totals of members' ratings. The guest account is shared, so its ratings do not count.
 *
 * @param workIds  a number, or a query; lock their rows first
 * @param leaving  an account whose ratings no longer count
 */
export async function recountRatings(tx: Db, workIds: RawBuilder<unknown>, leaving = -1): Promise<void> {
  const stars = [1, 2, 3, 4, 5].map((star) => sql`count(case when review.rating = ${sql.lit(star)} then 1 end)`)
  await sql`
    insert into member_rating (work_id, stars, review_count)
    select work.id, '[' || ${sql.join(stars, sql` || ',' || `)} || ']', count(review.review_text)
    from work left join review on review.work_id = work.id and review.account_id <> ${leaving}
      and review.account_id not in (select id from account where account_group = 'guest')
    where work.id in (${workIds})
    group by work.id
    on conflict (work_id) do update set stars = excluded.stars, review_count = excluded.review_count`.execute(tx)
}
