import { closeUp, parseDay, parseNumber, parseSeconds, type SpecialTerm } from '@otodana/keyword'

import { type Bitmap, setBit, unite } from './bits.ts'
import { foldForSearch } from './fold.ts'
import type { Links } from './links.ts'
import type { NamedEntities } from './named-entities.ts'
import type { Selection } from './selection.ts'
import type { Narrowing, WorkScope } from './types.ts'
import type { ColumnName } from './work-columns.ts'
import type { WorkIndex } from './work-index.ts'

/** Narrows `selection` to the works that match the query. */
export function selectWorks(index: WorkIndex, query: Narrowing, selection: Selection): void {
  keepScope(index, query, selection)
  for (const scope of query.alsoIn ?? []) keepScope(index, scope, selection)
  if (query.isNsfw !== undefined) keepNumbers(selection, [index.agesOf], index.nsfwAges, !query.isNsfw)
  if (query.isSubtitled) keepSubtitled(index, query.locallySubtitledIds ?? [], selection)
  if (query.hidesTranslations) selection.drop(index.editions.translations)
  for (const term of query.terms) if (term.kind === 'special') applySpecial(index, term, selection)
  // Last, because reading titles is the most expensive step.
  for (const term of query.terms) {
    if (term.kind !== 'plain') continue
    if (selection.isEmpty()) return
    keepText(index, foldForSearch(term.text), selection)
  }
}

function keepScope(index: WorkIndex, scope: WorkScope, selection: Selection): void {
  const { workId, circleId, tagId, voiceActorId, staffId } = scope
  if (workId !== undefined) keepIds(index, [workId], selection)
  if (circleId !== undefined) keepEntity(selection, index.circles, [index.circlesOf], circleId)
  if (tagId !== undefined) keepEntity(selection, index.tags, [index.tagsOf, index.weakTagsOf], tagId)
  if (voiceActorId !== undefined) keepEntity(selection, index.voiceActors, [index.voiceActorsOf], voiceActorId)
  if (staffId !== undefined) keepEntity(selection, index.staff, [index.staffOf], staffId)
}

/** Keeps the works with these ids. */
export function keepIds(index: WorkIndex, ids: readonly number[], selection: Selection): void {
  const bits = selection.emptyBitmap()
  setIds(index, ids, bits)
  selection.keep(bits)
}

function setIds(index: WorkIndex, ids: readonly number[], bits: Bitmap): void {
  for (const id of ids) {
    const ordinal = index.ordinalOf(id)
    if (ordinal !== undefined) setBit(bits, ordinal)
  }
}

function keepEntity<Id>(selection: Selection, things: NamedEntities<Id>, links: readonly Links[], id: Id): void {
  const number = things.find(id)
  keepNumbers(selection, links, number === undefined ? [] : [number], false)
}

/** Keeps, or drops, the works linked to one of these entities. */
function keepNumbers(
  selection: Selection,
  links: readonly Links[],
  numbers: readonly number[],
  excluded: boolean,
): void {
  const [only] = links
  if (links.length === 1) {
    selection.narrow(only!.works, numbers, excluded)
    return
  }
  const bits = selection.emptyBitmap()
  for (const { works } of links) for (const number of numbers) works.addTo(bits, number, selection.words)
  if (excluded) selection.drop(bits)
  else selection.keep(bits)
}

function keepSubtitled(index: WorkIndex, localIds: readonly number[], selection: Selection): void {
  if (localIds.length === 0) {
    selection.keep(index.subtitled)
    return
  }
  const bits = selection.emptyBitmap()
  unite(bits, index.subtitled, selection.words)
  setIds(index, localIds, bits)
  selection.keep(bits)
}

function applySpecial(index: WorkIndex, { namespace, value, excluded }: SpecialTerm, selection: Selection): void {
  const folded = foldForSearch(value)
  const name = closeUp(folded)
  const linked = (links: readonly Links[], numbers: readonly (number | undefined)[]) =>
    keepNumbers(
      selection,
      links,
      numbers.filter((number) => number !== undefined),
      excluded,
    )
  const atLeast = (column: ColumnName, bound: number | null) => {
    if (bound !== null) selection.narrowByBound(index.columns.get(column), bound, excluded)
    else if (!excluded) selection.keepNone()
  }
  switch (namespace) {
    case 'tag':
      return linked([index.tagsOf], index.tags.named(name))
    case 'tagw':
      return linked([index.tagsOf, index.weakTagsOf], index.tags.named(name))
    case 'circle':
      return linked([index.circlesOf], index.circles.named(name))
    case 'va':
      return linked([index.voiceActorsOf], index.voiceActors.named(name))
    case 'series':
      return linked([index.seriesOf], index.series.named(name))
    case 'staff':
      return linked([index.staffOf], index.staff.named(name))
    case 'duration':
      return atLeast('duration', parseSeconds(value))
    case 'rate':
      return atLeast('rate_average_2dp', parseNumber(value))
    case 'price':
      return atLeast('price', parseNumber(value))
    case 'sell':
      return atLeast('dl_count', parseNumber(value))
    case 'release':
      // In neither column does a work without a date come among those that are kept.
      return atLeast(excluded ? 'release' : 'release_desc', parseDay(value))
    case 'age':
      return linked([index.agesOf], index.ageNumbers(folded, excluded))
    case 'lang':
      return linked([index.languagesOf], [folded === '' ? undefined : index.languageNumber(folded)])
    case 'sub':
      return linked([index.subtitleLanguagesOf], [folded === '' ? undefined : index.languageNumber(folded)])
  }
}

/** Keeps the works with `text`, folded, in a title, the code or a name. Does nothing if it folds to an empty text. */
function keepText(index: WorkIndex, text: string, selection: Selection): void {
  if (text === '') return
  const { words } = selection
  const bits = selection.emptyBitmap()
  for (const number of index.circles.containing(text)) index.circlesOf.works.addTo(bits, number, words)
  for (const number of index.voiceActors.containing(text)) index.voiceActorsOf.works.addTo(bits, number, words)
  for (const number of index.series.containing(text)) index.seriesOf.works.addTo(bits, number, words)
  for (const number of index.staff.containing(text)) index.staffOf.works.addTo(bits, number, words)
  for (const number of index.tags.containing(text)) {
    index.tagsOf.works.addTo(bits, number, words)
    index.weakTagsOf.works.addTo(bits, number, words)
  }
  index.codes.find(text, bits, words, selection.bits)
  index.titles.find(text, bits, words, selection.bits)
  selection.keep(bits)
}
