import { type Kysely, sql } from 'kysely'

/** Records who changed an account; the guest account no longer counts in works' totals. */
export async function actorsAndGuests(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('security_event').addColumn('actor_name', 'text').execute()

  const guest = sql`select id from account where account_group = 'guest'`
  const stars = [1, 2, 3, 4, 5].map((star) => sql`count(case when review.rating = ${sql.lit(star)} then 1 end)`)
  const counted = sql`from review where review.work_id = member_rating.work_id and review.account_id not in (${guest})`
  await sql`
    update member_rating set
      stars = (select '[' || ${sql.join(stars, sql` || ',' || `)} || ']' ${counted}),
      review_count = (select count(review.review_text) ${counted})
    where work_id in (select work_id from review where account_id in (${guest}))`.execute(db)
}
