import { useTranslation } from '#i18n/use-translation.ts'
import forms from '#ui/forms.module.css'
import { hasAny, OutcomeCounts } from '#ui/OutcomeCounts.tsx'

import { type ImportCounts, importedKinds, isAnythingNew } from './import-counts.ts'
import css from './ImportDialog.module.css'

/** @param name  the file, while nothing has been imported of it */
export function ImportSummary({ counts, name }: { counts: ImportCounts; name?: string }) {
  const { t } = useTranslation('account-import')
  const shown = importedKinds.filter((kind) => hasAny(counts[kind]))
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
