import type { Progress, Work } from '@otodana/contract'

/** What a member's progress with one edition says on the others. */
export type EditionProgress = { id: number; lang: string; source_id: string; source_type: string; progress: Progress }

type Editions = Pick<Work, 'edition_progress' | 'other_language_editions_in_db'>

/** Returns the progress with the other editions of a work, in the order in which the work lists them. */
export function progressOfOthers({ edition_progress: known = {}, ...work }: Editions): EditionProgress[] {
  return work.other_language_editions_in_db.flatMap(({ id, lang, source_id, source_type }) => {
    const progress = known[id]
    return progress === undefined ? [] : [{ id, lang, source_id, source_type, progress }]
  })
}

/** What says most of what a listener knows of a work comes first. */
const byWeight: readonly Progress[] = ['listened', 'replay', 'listening', 'postponed', 'marked']

/** Returns the progress to show on a card: of its own edition if there is any, else the furthest of the others. */
export function progressOnCard(
  work: Editions & Pick<Work, 'id'>,
): { progress: Progress; lang: string | null } | undefined {
  const own = work.edition_progress?.[work.id]
  if (own) return { progress: own, lang: null }
  const others = progressOfOthers(work).sort((a, b) => byWeight.indexOf(a.progress) - byWeight.indexOf(b.progress))
  return others[0]
}
