import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { formatRecent } from '#lib/format/format-date.ts'
import type { KeptList } from '#lib/kept/schema.ts'

/** How far a list is kept, in words. */
export function ListText({ list }: { list: KeptList }) {
  const { t, locale } = useTranslation('kept')
  const { readAtMs, isGone, leftOutCount, keptCount } = list
  if (readAtMs === null) return <span>{t('lists.unread')}</span>
  return (
    <>
      <span>
        {isGone
          ? t('lists.gone')
          : t('lists.read', {
              count: keptCount,
              formatted: formatCount(keptCount),
              when: formatRecent(readAtMs, locale),
            })}
      </span>
      {leftOutCount > 0 && !isGone ? (
        <span>{t('lists.leftOut', { count: leftOutCount, formatted: formatCount(leftOutCount) })}</span>
      ) : null}
    </>
  )
}
