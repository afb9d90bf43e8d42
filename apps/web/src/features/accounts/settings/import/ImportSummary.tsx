import type { importAccount } from '@otodana/contract'
import type * as z from 'zod/mini'

import { useTranslation } from '#i18n/use-translation.ts'
import forms from '#ui/forms.module.css'
import { hasAny, OutcomeCounts } from '#ui/OutcomeCounts.tsx'

import css from './ImportDialog.module.css'

export type ImportCounts = z.output<typeof importAccount.response>

const kinds = ['reviews', 'places', 'playlists'] as const

/** @param name  the file, while nothing has been imported of it */
export function ImportSummary({ counts, name }: { counts: ImportCounts; name?: string }) {
  const { t } = useTranslation('account-import')
  const shown = kinds.filter((kind) => hasAny(counts[kind]))
  const has = (outcome: 'waiting' | 'skipped') => shown.some((kind) => counts[kind][outcome] > 0)
  if (shown.length === 0) return <p className={css.strong}>{t('empty')}</p>
  const checked = isAnythingNew(counts) ? t('checked', { name: name ?? '' }) : t('nothingNew', { name: name ?? '' })
  return (
    <>
      <p className={css.strong}>{name === undefined ? t('done') : checked}</p>
      <OutcomeCounts
        rows={shown.map((kind) => ({ name: t(`kinds.${kind}`), counts: counts[kind] }))}
        textOf={(outcome, formatted) => t(`counts.${outcome}`, { formatted })}
      />
      {has('waiting') ? <p className={forms.hint}>{t('waiting')}</p> : null}
      {has('skipped') ? <p className={forms.hint}>{t('skipped')}</p> : null}
    </>
  )
}

/** Whether an import would change anything. */
export function isAnythingNew(counts: ImportCounts): boolean {
  return kinds.some((kind) => counts[kind].new + counts[kind].changed + counts[kind].waiting > 0)
}
