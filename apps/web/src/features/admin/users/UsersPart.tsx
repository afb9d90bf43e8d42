import type { AdminUser } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { initialOf } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { Pager } from '#ui/Pager.tsx'
import { useAddressField } from '#ui/use-address-field.ts'

import { adminHref, MAX_USER_SEARCH_LENGTH } from '../admin-search.ts'
import { adminQueries } from '../admin.queries.ts'
import { lastPage } from '../overview/figures.ts'
import { Loaded } from '../Loaded.tsx'
import { Section } from '../Section.tsx'
import section from '../Section.module.css'
import { useTimeText } from '../use-time-text.ts'
import { UserCard } from './UserCard.tsx'
import css from './UsersPart.module.css'

type Props = { api: Api; q: string; page: number; ownId: number | undefined }

/** The accounts, with a URL for each page; each opens a card with actions. */
export function UsersPart({ api, q, page, ownId }: Props) {
  const { t } = useTranslation('admin')
  const users = useQuery(adminQueries.users(api, { q, page }))
  const field = useAddressField(q)
  const [opened, setOpened] = useState<AdminUser | null>(null)
  return (
    <Section title={t('parts.users')}>
      <form className={css.search} action="/admin" role="search" aria-label={t('users.search')}>
        <input type="hidden" name="part" value="users" />
        <input
          ref={field}
          className={`${controls.field} ${css.field}`}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={MAX_USER_SEARCH_LENGTH}
          aria-label={t('users.search')}
          placeholder={t('users.placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <button type="submit" className={controls.button}>
          {t('users.submit')}
        </button>
      </form>
      <Loaded query={users}>
        {(found) => (
          <>
            <p className={section.hint} role="status">
              {t('users.total', {
                count: found.pagination.totalCount,
                formatted: formatCount(found.pagination.totalCount),
              })}
            </p>
            {found.users.length === 0 ? (
              <p className={css.none}>
                {t('users.none')}{' '}
                <a className={css.all} href={adminHref({ part: 'users' })}>
                  {t('users.all')}
                </a>
              </p>
            ) : (
              <ul className={css.users} aria-busy={users.isPlaceholderData}>
                {found.users.map((user) => (
                  <UserRow key={user.id} user={user} isOwn={user.id === ownId} onOpen={() => setOpened(user)} />
                ))}
              </ul>
            )}
            <Pager
              label={t('users.pages')}
              page={found.pagination.page}
              last={lastPage(found.pagination)}
              hrefOf={(wanted) => adminHref({ part: 'users', q, page: wanted })}
            />
          </>
        )}
      </Loaded>
      {opened ? <UserCard api={api} user={opened} isOwn={opened.id === ownId} onClose={() => setOpened(null)} /> : null}
    </Section>
  )
}

function UserRow({ user, isOwn, onOpen }: { user: AdminUser; isOwn: boolean; onOpen: () => void }) {
  const { t } = useTranslation('admin')
  const group = useTranslation('accounts').t(`group.${user.group}`)
  const timeText = useTimeText()
  const dayText = useTimeText('day')
  return (
    <li className={isOwn ? css.own : css.user}>
      <span className={css.initial} lang={langOfText(user.name)} aria-hidden="true">
        {initialOf(user.name)}
      </span>
      <div className={css.text}>
        <p className={css.line}>
          <span className={user.isDisabled ? css.disabledName : css.name} lang={langOfText(user.name)}>
            {user.name}
          </span>
          {isOwn ? <span className={section.badge}>{t('users.you')}</span> : null}
          {user.group === 'user' ? null : (
            <span className={`${section.badge} ${user.group === 'administrator' ? section.strong : ''}`}>{group}</span>
          )}
          {user.isDisabled ? <span className={`${section.badge} ${section.alarm}`}>{t('users.disabled')}</span> : null}
        </p>
        <p className={css.times}>
          <span>
            {user.lastLoginAt === null
              ? t('users.neverLoggedIn')
              : t('users.lastLogin', { time: timeText(user.lastLoginAt) })}
          </span>
          <span>{t('users.created', { time: dayText(user.createdAt) })}</span>
        </p>
      </div>
      {user.group === 'guest' ? (
        <p className={css.guest}>{t('users.guest')}</p>
      ) : (
        <button
          type="button"
          className={controls.button}
          aria-haspopup="dialog"
          aria-label={t('users.changeOf', { name: user.name })}
          onClick={onOpen}
        >
          {t('users.change')}
        </button>
      )}
    </li>
  )
}
