export { useCovers } from './cover.ts'
export { TagLinks, VoiceLinks } from './NameLinks.tsx'
export { AgeChip, Stars } from './WorkMarks.tsx'
export { languageNames } from './language-names.ts'
export { isAboutTag, isBound, tagForms, useTermHint, useTermParts, useTermText } from './term-text.ts'
export { GlobalFilterEditor } from './GlobalFilterEditor.tsx'
export { withFilter } from './global-filter.ts'
export { TermNotes } from './TermNotes.tsx'
export { useMarkTargetId } from './mark-target-id.ts'
export { fetchWorks } from './list-request.ts'
export { pageWindow } from './page-window.ts'
export { WorkList } from './WorkList.tsx'
export { findListed } from './listed-works.ts'
export { ListFailed } from './ListFailed.tsx'
export { worksLoader } from './works-loader.ts'
export { carriedFields, searchDefaults, worksHref, worksSearch, type WorksSearch } from './works-search.ts'
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
