import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import type { KeptList } from '#lib/kept/schema.ts'

/** How far a list is kept, in words. */
export function ListText({ list }: { list: KeptList }) {
  const { t, locale } = useTranslation('kept')
  const { readAtMs, isGone, leftOutCount, keptCount } = list
  if (readAtMs === null) return <span>{t('lists.unread')}</span>
  const when = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' })
  return (
    <>
      <span>
        {isGone
          ? t('lists.gone')
          : t('lists.read', { count: keptCount, formatted: formatCount(keptCount), when: when.format(readAtMs) })}
      </span>
      {leftOutCount > 0 && !isGone ? (
        <span>{t('lists.leftOut', { count: leftOutCount, formatted: formatCount(leftOutCount) })}</span>
      ) : null}
    </>
  )
}
