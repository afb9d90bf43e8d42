import { useEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { countKept } from '#lib/kept/owner-kept.ts'

/** What logging out removes from this device: the works that an account keeps here. */
export function KeptLoss({ owner }: { owner: number }) {
  const { t } = useTranslation('accounts')
  const [kept, setKept] = useState({ works: 0, bytes: 0 })
  useEffect(() => {
    let isWanted = true
    countKept(owner).then(
      (found) => isWanted && setKept(found),
      // A browser that denies its storage keeps nothing.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [owner])
  if (kept.works === 0) return null
  return (
    <p role="status">
      {t('menu.keptLoss', {
        count: kept.works,
        formatted: formatCount(kept.works),
        size: formatSize(kept.bytes),
      })}
    </p>
  )
}
