export { CardActions } from './cards/card-actions.ts'
export { useCovers } from './cards/cover.ts'
export { languageOf, placeOf } from './cards/edition-languages.ts'
export { TagLinks, VoiceLinks } from './cards/NameLinks.tsx'
export { subtitleMark } from './cards/subtitle-mark.ts'
export { AgeChip, Stars } from './cards/WorkMarks.tsx'
export { isAboutTag, isBound, tagForms, useTermHint, useTermParts, useTermText } from './filter/term-text.ts'
export { GlobalFilterEditor } from './filter/GlobalFilterEditor.tsx'
export { withFilter } from './filter/global-filter.ts'
export { TermNotes } from './filter/TermNotes.tsx'
export { markTargetId, useMarkTargetId } from './mark-target-id.ts'
export {
  editionsRequest,
  type EditionsRequest,
  fetchWorks,
  type ListRequest,
  listRequest,
  type ListVisitor,
} from './list/list-request.ts'
export { useEditionChoice } from './list/use-edition-choice.ts'
export { FilterNote } from './filter/FilterNote.tsx'
export { pageCount } from './list/page-window.ts'
export { Pagination } from './Pagination.tsx'
export { Results } from './list/Results.tsx'
export { usePlayWork } from './cards/use-play-work.ts'
export { WorkList } from './cards/WorkList.tsx'
export { findListed } from './list/listed-works.ts'
export { useSelecting } from './selecting.store.ts'
export { ListFailed } from './list/ListFailed.tsx'
export { worksLoader } from './list/works-loader.ts'
export { addListChoice } from './list/list-choice.ts'
export { listChoiceScript } from './list/list-choice-script.ts'
export { listHref, useListChoice, useWorksHref } from './use-works-href.ts'
export { carriedFields, searchDefaults, sortName, worksHref, worksSearch, type WorksSearch } from './works-search.ts'
export { WorksHead } from './list/WorksHead.tsx'
export { WorksPending, WorksSkeleton } from './list/WorksPending.tsx'
export { listKey } from './works.queries.ts'
export { type ShownList, WorksScreen } from './list/WorksScreen.tsx'
export { codeOf, hasSales, storefrontUrl, tagName, termHref, useTagName, useWorkTexts } from './cards/work-texts.ts'
