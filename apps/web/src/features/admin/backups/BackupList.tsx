import { type Backup, createBackupLink } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { apiBase } from '#lib/api/api-base.ts'
import { saveAddress } from '#lib/browser/save-file.ts'
import { formatSize } from '#lib/format/format-size.ts'
import controls from '#ui/controls.module.css'

import { Failure } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'
import { useTimeText } from '../use-time-text.ts'
import css from './Backups.module.css'

/** The backups in the server's folder, to be saved elsewhere. */
export function BackupList({ api, backups }: { api: Api; backups: readonly Backup[] }) {
  const { t } = useTranslation('admin')
  if (backups.length === 0) return <p className={section.hint}>{t('backups.none')}</p>
  return (
    <ul className={css.list}>
      {backups.map((backup) => (
        <Item key={backup.name} api={api} backup={backup} />
      ))}
    </ul>
  )
}

function Item({ api, backup }: { api: Api; backup: Backup }) {
  const { name, kind, madeAt, sizeBytes } = backup
  const { t } = useTranslation('admin')
  const at = useTimeText()(madeAt)
  const { act, isBusy, failure } = useAction()
  const save = async () => {
    const { link } = await api(createBackupLink, { params: { name } })
    saveAddress(apiBase() + link)
  }
  return (
    <li className={css.backup}>
      <p className={css.about}>
        <span className={css.at}>{at}</span>
        <span className={section.hint}>{formatSize(sizeBytes)}</span>
        {kind === 'update' ? <span className={section.badge}>{t('backups.beforeUpdate')}</span> : null}
      </p>
      <button
        type="button"
        className={controls.button}
        aria-disabled={isBusy}
        aria-label={t('backups.downloadOf', { at })}
        onClick={() => act(save)}
      >
        {isBusy ? t('backups.downloading') : t('backups.download')}
      </button>
      <Failure text={failure} />
    </li>
  )
}
