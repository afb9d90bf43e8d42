import type { SelectionEdit } from '@otodana/contract'

import type { Speech, Translate } from '#i18n/translations.ts'
import { formatCount } from '#lib/format/format-count.ts'

/** Describes how far a change is, or how it ended. */
export function progressText(
  t: Translate<'work-selection'>,
  { state, done, total, changed, undoes }: SelectionEdit,
): string {
  const values = { count: changed, formatted: formatCount(changed) }
  switch (state) {
    case 'running':
      return t('progress.running', { done: formatCount(done), total: formatCount(total) })
    case 'cancelled':
      return t('progress.cancelled', values)
    case 'failed':
      return t('progress.failedToEnd', values)
    case 'done':
      return undoes === null ? t('progress.done', values) : t('progress.restored', values)
  }
}

/** Describes what a change does. */
export function changeText({ change }: Pick<SelectionEdit, 'change'>, speech: Speech): string {
  const t = speech.texts('work-selection')
  if (change === null) return t('progress.undoTitle')
  const { addTags, removeTags, circle, series, age } = change
  const comma = speech.locale === 'en' ? ', ' : '、'
  const part = (label: string, value: string) => t('history.part', { label, value })
  return [
    ...(addTags.length > 0 ? [part(t('editWorks.addTags'), addTags.join(comma))] : []),
    ...(removeTags.length > 0 ? [part(t('editWorks.removeTags'), removeTags.join(comma))] : []),
    ...(circle === undefined ? [] : [part(t('editWorks.circle'), circle ?? '–')]),
    ...(series === undefined ? [] : [part(t('editWorks.series'), series ?? '–')]),
    ...(age === undefined ? [] : [part(t('editWorks.age'), speech.texts('works')(`age.${age}`))]),
  ].join(' / ')
}
