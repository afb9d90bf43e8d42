import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { KeptList } from '#lib/kept/schema.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { SettingsIcon } from '#ui/icons/deferred-icons.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { useKept } from '../kept.store.ts'
import { refreshLists } from './connect-lists.ts'
import css from './KeptLists.module.css'
import { ListText } from './ListText.tsx'

const KeepListDialog = lazyComponent(() => import('./KeepListDialog.tsx'), PartMissing)

/** The lists whose works are kept as they come and go. */
export function KeptLists() {
  const { t } = useTranslation('kept')
  const { lists, owner } = useKept()
  const { api } = useRouter().options.context
  const user = useUser()
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  if (lists.length === 0 || owner === null) return null

  async function handleRefresh() {
    if (isBusy || owner === null) return
    setBusy(true)
    try {
      await refreshLists(api, { owner, isMember: isMember(user) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={css.lists} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {t('lists.title')}
        </h2>
        <button type="button" className={controls.button} aria-disabled={isBusy} onClick={() => void handleRefresh()}>
          {isBusy ? t('lists.refreshing') : t('lists.refresh')}
        </button>
      </div>
      <ul className={css.rows}>
        {lists.map((list) => (
          <li key={list.id} className={css.row}>
            <a className={css.name} href={hrefOf(list)} lang={langOfText(list.title)}>
              {list.title}
            </a>
            <span className={css.text}>
              <ListText list={list} />
            </span>
            <DialogButton
              className={`${controls.iconButton} ${css.change}`}
              aria-label={t('lists.change', { title: list.title })}
              renderDialog={(opened) => <KeepListDialog {...opened} source={list.source} title={list.title} />}
            >
              <SettingsIcon size="1.25em" />
            </DialogButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function hrefOf({ source }: KeptList): string {
  return source.kind === 'playlist'
    ? `/playlist${stringifySearch({ id: source.playlistId })}`
    : `/works${stringifySearch({ keyword: source.words, subtitle: source.isSubtitled ? '1' : '' })}`
}
