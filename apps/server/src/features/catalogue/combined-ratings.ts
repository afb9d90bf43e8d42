/** A work's ratings as its metadata has them, and what members of this server have added. */
export type RatingColumns = {
  review_count: number
  rate_count: number
  rate_average: number
  /** Null while no member has rated or reviewed it: counts for 1 to 5 stars as JSON, and how many wrote something. */
  member_stars: string | null
  member_review_count: number | null
}

export type CombinedRatings = {
  count: number
  /** 0 to 5; 0 without ratings. */
  average: number
  /** What members have added to the counts for 1 to 5 stars. */
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
    // Metadata without any of ours stays as it is, to the last digit.
    average: members === 0 ? row.rate_average : (row.rate_average * row.rate_count + points) / count,
    memberStars,
    reviewCount: row.review_count + (row.member_review_count ?? 0),
  }
}
