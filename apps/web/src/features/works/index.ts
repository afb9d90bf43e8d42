export { coverSrcSet, coverUrl } from './cover.ts'
export { AgeChip, Stars } from './WorkMarks.tsx'
export { findListed, scanQuery, worksQueries } from './works.queries.ts'
export { carriedFields, searchDefaults, worksHref, worksQueryOf, WorksSearch } from './works-search.ts'
export { WorksPending } from './WorksPending.tsx'
export { WorksScreen } from './WorksScreen.tsx'
export {
  hasSales,
  isPriceKnown,
  isReleaseKnown,
  storefrontUrl,
  tagName,
  termHref,
  useTagName,
  useWorkTexts,
} from './work-texts.ts'
