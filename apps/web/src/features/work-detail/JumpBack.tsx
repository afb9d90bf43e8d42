import { useLocation } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { onEntrance, readCameFrom } from '#lib/navigation/came-from.ts'
import { BackIcon } from '#ui/icons/core-icons.ts'

import css from './JumpBack.module.css'

/**
 * A link back to the screen that led to this work, however many works and folders were opened since, at the work's
 * card. On the cover, where it causes no layout shift when it appears after a reload; on phones, where the cover is
 * small and the top bar has Back, at the page's end.
 */
export default function JumpBack({ workId, place }: { workId: number; place: 'cover' | 'end' }) {
  const { t } = useTranslation('work-detail')
  const { t: shell } = useTranslation('shell')
  const key = useLocation({ select: ({ state }) => state.__TSR_key })
  // Only known in this tab; for a newly opened page a moment later.
  const href = useSyncExternalStore(
    onEntrance,
    () => readCameFrom(key)?.href,
    () => undefined,
  )
  const from = useMemo(() => (href === undefined ? null : readCameFrom(key)), [key, href])
  if (!from) return null
  const title = from.title.replace(shell('titleOnSite', { title: '' }), '')
  return (
    <a className={`${css.back} ${css[place]}`} href={`${from.href}#work-${workId}`}>
      <BackIcon size="1.25em" />
      <span className={css.text}>{t('jumpBack', { title })}</span>
    </a>
  )
}
