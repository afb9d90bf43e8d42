import { joinSentences } from '#i18n/join-sentences.ts'
import type { Translate } from '#i18n/translations.ts'
import { formatCount } from '#lib/format/format-count.ts'

import type { Outcome } from './imports.ts'
import { problemText } from '../problem-text.ts'

/** Describes the result of an import in one line, without its name. */
export function outcomeText({ name, imported, problem }: Outcome, t: Translate<'local-subtitles'>): string {
  if (problem) return problemText(problem, name, t)
  const { fileCount, workCount, skippedCount } = imported
  return joinSentences(
    t('outcome.added', { count: fileCount, formatted: formatCount(fileCount), works: worksText(workCount, t) }),
    skippedCount > 0 ? t('outcome.skipped', { count: skippedCount, formatted: formatCount(skippedCount) }) : '',
  )
}

function worksText(count: number, t: Translate<'local-subtitles'>): string {
  return t('outcome.works', { count, formatted: formatCount(count) })
}
