import type { KikoeruImport } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { hasAny, OutcomeCounts } from '#ui/OutcomeCounts.tsx'

import section from '../Section.module.css'

/** How much of each kind comes, and what does not. */
export function KikoeruCounts({ status: { counts, notes } }: { status: KikoeruImport }) {
  const { t } = useTranslation('kikoeru')
  const shown = counts.filter(hasAny)
  if (shown.length === 0) return <p className={section.hint}>{t('nothing')}</p>
  return (
    <>
      <OutcomeCounts
        rows={shown.map((of) => ({ name: t(`kinds.${of.kind}`), counts: of }))}
        textOf={(outcome, formatted) => t(`counts.${outcome}`, { formatted })}
      />
      {notes > 0 ? <p className={section.hint}>{t('notes', { count: notes, formatted: formatCount(notes) })}</p> : null}
    </>
  )
}
