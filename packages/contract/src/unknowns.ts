/** What is known of whom a work is for; `unrated`: nothing tells. */
export const ages = ['general', 'r15', 'adult', 'unrated'] as const
export type Age = (typeof ages)[number]

/** Stands among a work's `work_attributes` where its age is unknown: see ADR 0037. */
export const UNRATED_ATTRIBUTE = 'unrated'

/** Stands for a day of release that is not known: strict clients read a date in every work. */
export const UNKNOWN_RELEASE = '1970-01-01'

/** A work's age as it is known. To clients that do not look for more, one that is unknown is `adult`. */
export function ageOf(work: { age_category_string: Exclude<Age, 'unrated'>; work_attributes: string }): Age {
  const isUnrated = work.work_attributes.split(',').includes(UNRATED_ATTRIBUTE)
  return isUnrated ? 'unrated' : work.age_category_string
}

export function isReleaseKnown({ release }: { release: string }): boolean {
  return release !== UNKNOWN_RELEASE
}
