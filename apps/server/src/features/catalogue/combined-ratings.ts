/** A work's ratings from its metadata, and those of this server's members. */
export type RatingColumns = {
  review_count: number
  rate_count: number
  rate_average: number
  /**
   * Null until a member has rated or reviewed it: counts of 1 to 5 stars as JSON, and the number of written reviews.
   */
  member_stars: string | null
  member_review_count: number | null
}

export type CombinedRatings = {
  count: number
  /** 0 to 5; 0 without ratings. */
  average: number
  /** Members' counts of 1 to 5 stars. */
  memberStars: readonly number[]
  reviewCount: number
}

const NO_STARS = [0, 0, 0, 0, 0]

export function combineRatings(row: RatingColumns): CombinedRatings {
  const memberStars = row.member_stars === null ? NO_STARS : (JSON.parse(row.member_stars) as number[])
  const members = memberStars.reduce((sum, count) => sum + count, 0)
  const points = memberStars.reduce((sum, count, index) => sum + count * (index + 1), 0)
  const count = row.rate_count + members
  return {
    count,
    // Without members' ratings, the metadata's value is used unchanged.
    average: members === 0 ? row.rate_average : (row.rate_average * row.rate_count + points) / count,
    memberStars,
    reviewCount: row.review_count + (row.member_review_count ?? 0),
  }
}
