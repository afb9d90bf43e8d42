import '#i18n/on-demand/library-folder-texts.ts'

import type { KikoeruContents } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { PartMissing } from '#ui/PartMissing.tsx'
import { TitledPart } from '#ui/TitledPart.tsx'

import { adminQueries } from '../admin.queries.ts'
import section from '../Section.module.css'
import css from './KikoeruPanel.module.css'

const FolderPickerDialog = lazyComponent(() => import('../library/roots/FolderPickerDialog.tsx'), PartMissing)

/** kikoeru's folders, and where they are here: works are found by their codes, so adding the folder is enough. */
export function KikoeruFolders({ api, folders }: { api: Api; folders: KikoeruContents['folders'] }) {
  const { t } = useTranslation('kikoeru')
  const [isAdding, setAdding] = useState(false)
  const { data } = useQuery(adminQueries.libraryFolders(api))
  const lacking = folders.filter(({ works, here }) => here < works)
  if (lacking.length === 0) return null
  return (
    <TitledPart title={t('folders.title')} text={data?.canAdd === false ? t('folders.off') : t('folders.text')}>
      <ul className={css.folders}>
        {lacking.map(({ name, works, here }) => (
          <li key={name} className={section.row}>
            <span className={section.path}>{name}</span>
            <span className={section.hint}>
              {t('folders.works', { count: works, formatted: formatCount(works), here: formatCount(here) })}
            </span>
            {data?.canAdd ? (
              <button
                type="button"
                className={controls.button}
                aria-haspopup="dialog"
                aria-label={t('folders.chooseFor', { name })}
                onClick={() => setAdding(true)}
              >
                {t('folders.choose')}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {isAdding ? <FolderPickerDialog api={api} onClose={() => setAdding(false)} /> : null}
    </TitledPart>
  )
}
