/** A work's age rating; `unrated` if unknown. */
export const ages = ['general', 'r15', 'adult', 'unrated'] as const
export type Age = (typeof ages)[number]

/** Part of `work_attributes` if the age rating is unknown: see ADR 0037. */
export const UNRATED_ATTRIBUTE = 'unrated'

/** Part of `work_attributes` if the work is known to be free: a price of 0 alone is unknown. */
export const FREE_ATTRIBUTE = 'free'

/** Represents an unknown release date, because strict clients require a date. */
export const UNKNOWN_RELEASE = '1970-01-01'

/** Returns a work's age rating. To clients that do not check the attribute, an unknown one is `adult`. */
export function ageOf(work: { age_category_string: Exclude<Age, 'unrated'>; work_attributes: string }): Age {
  return hasAttribute(work, UNRATED_ATTRIBUTE) ? 'unrated' : work.age_category_string
}

export function isPriceKnown(work: { price: number; work_attributes: string }): boolean {
  return work.price > 0 || hasAttribute(work, FREE_ATTRIBUTE)
}

export function isReleaseKnown({ release }: { release: string }): boolean {
  return release !== UNKNOWN_RELEASE
}

function hasAttribute({ work_attributes: attributes }: { work_attributes: string }, attribute: string): boolean {
  return attributes.split(',').includes(attribute)
}
