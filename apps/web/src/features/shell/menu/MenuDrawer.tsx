import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { RandomNotice } from '#features/random-play/index.ts'
import '#i18n/on-demand/menu-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Dialog } from '#ui/Dialog.tsx'

import { MenuContent } from './MenuContent.tsx'
import css from './MenuDrawer.module.css'

type Props = {
  /** Beside the page, where it stays open. */
  isDocked: boolean
  /** Over the page. */
  isOpen: boolean
  onClose: () => void
}

const stay = () => undefined

export default function MenuDrawer({ isDocked, isOpen, onClose }: Props) {
  const { t } = useTranslation('menu')
  const router = useRouter()
  const [side] = useState(() => document.getElementById('side'))
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && onClose()),
    [router, onClose],
  )
  return (
    <>
      {isDocked && side
        ? createPortal(
            <div className={css.panel}>
              <MenuContent onChosen={stay} />
            </div>,
            side,
          )
        : isOpen && (
            <Dialog variant="drawer" title={t('title')} onClose={onClose}>
              <MenuContent onChosen={onClose} />
            </Dialog>
          )}
      <RandomNotice />
    </>
  )
}
