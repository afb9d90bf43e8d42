import { formatSize } from '#lib/format/format-size.ts'
import type { Translate } from '#i18n/translations.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { shownName } from '#lib/format/shown-name.ts'

import { LocalSubtitleError, type LocalSubtitleProblem } from './problems.ts'

/** Describes a problem and possible remedies. The package's name is shown beside it. */
export function problemText(problem: LocalSubtitleProblem, name: string, t: Translate<'local-subtitles'>): string {
  switch (problem.kind) {
    case 'importedAlready': {
      const { fileName } = problem
      return fileName === name
        ? t('problem.importedAlready')
        : t('problem.importedAs', { fileName: shownName(fileName) })
    }
    case 'broken':
      return problem.path === '' ? t('problem.brokenZip') : t('problem.broken', { path: shownName(problem.path) })
    case 'tooMuch': {
      const path = shownName(problem.path)
      return problem.of === 'files'
        ? t('problem.tooMuchFiles', { limit: formatCount(problem.limit), path })
        : t('problem.tooMuchBytes', { limit: formatSize(problem.limit), path })
    }
    case 'quotaExceeded': {
      const { usageBytes: used, quotaBytes: quota } = problem
      if (used === null || quota === null) return t('problem.quotaExceeded')
      return t('problem.quotaExceededOf', { used: formatSize(used), quota: formatSize(quota) })
    }
    case 'missingRecord':
      return t('problem.missingRecord', { path: shownName(problem.path), hash: problem.hash })
    case 'missingContent':
    case 'noWorkCode':
    case 'encrypted':
      return t(`problem.${problem.kind}`, { path: shownName(problem.path) })
    case 'upgradeFailed':
    case 'unknown':
      return t(`problem.${problem.kind}`, { message: problem.message })
    default:
      return t(`problem.${problem.kind}`)
  }
}

/** For errors that are not about subtitles, such as code that failed to load, uses the message. */
export function shownProblem(error: unknown): LocalSubtitleProblem {
  if (error instanceof LocalSubtitleError) return error.problem
  return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) }
}
