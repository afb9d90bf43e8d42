import '#i18n/on-demand/admin-texts.ts'

import { openAccount, useSession } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import { adminHref, adminParts, adminSearch, type AdminSearch } from './admin-search.ts'
import { AdminPending } from './AdminPending.tsx'
import css from './AdminScreen.module.css'
import { BackupsPart } from './backups/BackupsPart.tsx'
import { FeedbackPart } from './feedback/FeedbackPart.tsx'
import { LibraryPart } from './library/LibraryPart.tsx'
import { Overview } from './overview/Overview.tsx'
import { SecurityPart } from './security/SecurityPart.tsx'
import { SettingsPart } from './settings/SettingsPart.tsx'
import { UsersPart } from './users/UsersPart.tsx'

/**
 * The administration, with a URL for each part. The server guards every call; this only avoids calls that would be
 * rejected.
 *
 * @param search  the raw search parameters
 */
export function AdminScreen({ api, search }: { api: Api; search: object }) {
  const { t } = useTranslation('admin')
  const token = useSession((session) => session.token)
  const user = useSession((session) => session.user)
  const wanted = adminSearch(search)
  // The user is still loading.
  if (token !== null && user === null) return <AdminPending />
  if (user === null) {
    return (
      <Message title={t('gate.anonymousTitle')} text={t('gate.text')} isHeading>
        <button type="button" className={controls.primary} aria-haspopup="dialog" onClick={() => openAccount('logIn')}>
          {t('gate.logIn')}
        </button>
      </Message>
    )
  }
  if (user.group !== 'administrator') {
    return (
      <Message title={t('gate.memberTitle')} text={t('gate.memberText', { name: user.name })} isHeading>
        <a className={controls.primary} href="/works">
          {t('gate.toLibrary')}
        </a>
      </Message>
    )
  }
  return (
    <div className={css.screen}>
      <h1 className={css.title}>{t('title')}</h1>
      <nav className={css.parts} aria-label={t('title')}>
        <ul className={css.links}>
          {adminParts.map((part) => (
            <li key={part}>
              <a
                className={css.link}
                href={adminHref({ part })}
                ref={part === wanted.part ? bringIntoView : undefined}
                aria-current={part === wanted.part ? 'page' : undefined}
              >
                {t(`parts.${part}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Part api={api} search={wanted} ownId={user.id} />
    </div>
  )
}

/** A ref: on a phone the line of parts is wider than the screen. */
function bringIntoView(link: HTMLElement | null): void {
  const line = link?.closest('nav')
  if (!link || !line) return
  const [outer, inner] = [line.getBoundingClientRect(), link.getBoundingClientRect()]
  if (inner.right > outer.right || inner.left < outer.left) line.scrollLeft += inner.left - outer.left - outer.width / 3
}

function Part({ api, search, ownId }: { api: Api; search: AdminSearch; ownId: number | undefined }) {
  switch (search.part) {
    case 'overview':
      return <Overview api={api} />
    case 'library':
      return <LibraryPart api={api} page={search.page} />
    case 'feedback':
      return <FeedbackPart api={api} state={search.state} page={search.page} />
    case 'users':
      return <UsersPart api={api} q={search.q} page={search.page} ownId={ownId} />
    case 'settings':
      return <SettingsPart api={api} />
    case 'backups':
      return <BackupsPart api={api} />
    case 'security':
      return <SecurityPart api={api} />
  }
}
