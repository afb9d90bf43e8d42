import { useTranslation } from '#i18n/use-translation.ts'

import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

export function NotFoundScreen() {
  const { t } = useTranslation('shell')
  return (
    <Message title={t('notFound.title')} text={t('notFound.text')} isHeading>
      <a className={controls.primary} href="/works">
        {t('notFound.action')}
      </a>
    </Message>
  )
}
