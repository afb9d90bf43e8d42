// What can be chosen above a list of works. features/works/README.md says where the choice goes from here.

/** How a list shows its works. */
export const displayModes = ['compact', 'detail', 'list'] as const
export type DisplayMode = (typeof displayModes)[number]

/** Whether the editions of a work in several languages are one card, or each its own. */
export const editionModes = ['one', 'all'] as const
export type EditionMode = (typeof editionModes)[number]

/** So many works has a page of the library. */
export const pageSizes = [20, 40, 60, 80, 100] as const

/**
 * Every order of the library by its name in the URL. Random is `random` or `random-{seed}`, 0 to 99. `rating` lists what
 * the visitor has rated, so it is offered to members.
 */
export const sortOptions = [
  'create_date',
  'release',
  'release-asc',
  'dl_count',
  'price',
  'price-asc',
  'rating',
  'rate_average_2dp',
  'review_count',
  'id',
  'id-asc',
  'nsfw-asc',
  'random',
] as const
export type SortOption = (typeof sortOptions)[number]
