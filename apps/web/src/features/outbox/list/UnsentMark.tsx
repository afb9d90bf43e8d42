import '#i18n/on-demand/outbox-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { UnsentIcon } from '#ui/icons/deferred-icons.ts'

import css from './UnsentMark.module.css'

type Props = {
  isShown: boolean
  /** Without its word, at a corner of what it is about. */
  isSmall?: boolean
}

/** Says of a control that what it shows is not yet sent. */
export function UnsentMark({ isShown, isSmall = false }: Props) {
  const { t } = useTranslation('outbox')
  if (!isShown) return null
  return (
    <span className={isSmall ? css.small : css.mark} title={isSmall ? t('mark') : undefined}>
      <UnsentIcon size={isSmall ? '1em' : '1.25em'} />
      <span className={isSmall ? controls.hidden : undefined}>{t('mark')}</span>
    </span>
  )
}
