export { useCovers } from './cover.ts'
export { TagLinks, VoiceLinks } from './NameLinks.tsx'
export { AgeChip, Stars } from './WorkMarks.tsx'
export { languageNames } from './language-names.ts'
export { isAboutTag, isBound, tagForms, useTermHint, useTermParts, useTermText } from './term-text.ts'
export { GlobalFilterEditor } from './GlobalFilterEditor.tsx'
export { withFilter } from './global-filter.ts'
export { TermNotes } from './TermNotes.tsx'
export { markTargetId, useMarkTargetId } from './mark-target-id.ts'
export { fetchWorks, isSubtitleOffered, type ListVisitor } from './list-request.ts'
export { FilterNote } from './FilterNote.tsx'
export { pageCount, pageWindow } from './page-window.ts'
export { Pagination } from './Pagination.tsx'
export { Results } from './Results.tsx'
export { WorkList } from './WorkList.tsx'
export { findListed } from './listed-works.ts'
export { ListFailed } from './ListFailed.tsx'
export { worksLoader } from './works-loader.ts'
export { carriedFields, searchDefaults, worksHref, worksSearch, type WorksSearch } from './works-search.ts'
export { WorksHead } from './WorksHead.tsx'
export { WorksPending, WorksSkeleton } from './WorksPending.tsx'
export { listKey } from './works.queries.ts'
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
