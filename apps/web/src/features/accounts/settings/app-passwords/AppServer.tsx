import type { User } from '@otodana/contract'

import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { apiBase } from '#lib/api/api-base.ts'

import css from './AppPasswords.module.css'

/** What an app asks for besides the password. */
export function AppServer({ user }: { user: User }) {
  const { t } = useTranslation('app-passwords')
  const server = new URL(apiBase() || '/', location.href).href.replace(/\/$/, '')
  return (
    <dl className={css.facts}>
      <dt>{t('server')}</dt>
      <dd translate="no">{server}</dd>
      <dt>{t('webdav')}</dt>
      <dd translate="no">{server}/dav/</dd>
      <dt>{t('user')}</dt>
      <dd translate="no" lang={langOfText(user.name)}>
        {user.name}
      </dd>
    </dl>
  )
}
