import { useUser } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { AnnouncementText } from './AnnouncementText.tsx'
import css from './Health.module.css'
import { forceEnter } from './health-check.ts'

/** The server's announcement. */
export function Announcement({ html }: { html: string }) {
  const { t } = useTranslation('health')
  const isAdmin = useUser()?.group === 'administrator'
  return (
    <div className={css.part}>
      {/* Changes are read out, but not each poll. */}
      <div className={css.notice} aria-live="polite">
        <AnnouncementText html={html} />
      </div>
      <p className={css.again}>{t('goesByItself')}</p>
      {isAdmin ? (
        <a className={css.link} href="/admin?part=settings" onClick={forceEnter}>
          {t('administration')}
        </a>
      ) : null}
    </div>
  )
}
