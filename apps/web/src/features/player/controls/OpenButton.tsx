import type { ReactNode, Ref } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { ExpandIcon } from '#ui/icons/player-icons.tsx'

import styles from './OpenButton.module.css'

export type OpenButtonProps = { ref: Ref<HTMLButtonElement>; onOpen: () => void }

/** Opens the full player. Its children, the cover of the current track, are its visible part. */
export function OpenButton({ ref, onOpen, children }: OpenButtonProps & { children: ReactNode }) {
  const { t } = useTranslation('player')
  return (
    <button
      ref={ref}
      type="button"
      className={styles.open}
      title={t('open')}
      aria-label={t('open')}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {children}
      <span className={styles.sign}>
        <ExpandIcon />
      </span>
    </button>
  )
}
