import type { Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { useTagName, useWorkTexts } from '#features/works/index.ts'

import { changesOf } from './changes-of.ts'
import css from './LookUpDialog.module.css'

/** What of a work has changed: each field with its new value. */
export function Changes({ before, after }: { before: Work; after: Work }) {
  const { t } = useTranslation('metadata-lookup')
  const words = { tagName: useTagName(), price: useWorkTexts().price, separator: t('separator') }
  const changes = changesOf(before, after, words)
  if (changes.length === 0) return <p role="status">{t('noChange')}</p>
  return (
    <>
      <p role="status">{t('changed')}</p>
      <dl className={css.changes}>
        {changes.map(({ field, value }) => (
          <div key={field}>
            <dt className={css.field}>{t(`field.${field}`)}</dt>
            <dd className={css.value}>{value === '' ? t('none') : value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
