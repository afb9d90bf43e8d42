import '#i18n/on-demand/library-folder-texts.ts'

import { type LibraryFolder, type LibraryFolders as Folders, removeLibraryFolder, startScan } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { FolderIcon } from '#ui/icons/work-icons.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { ADMIN, adminQueries } from '../../admin.queries.ts'
import { Loaded } from '../../Loaded.tsx'
import { Question } from '../../Question.tsx'
import { Failure, Section } from '../../Section.tsx'
import section from '../../Section.module.css'
import { useAction } from '../../use-action.ts'
import { useTimeText } from '../../use-time-text.ts'
import { showScan } from '../show-scan.ts'
import css from './LibraryFolders.module.css'

const FolderPickerDialog = lazyComponent(() => import('./FolderPickerDialog.tsx'), PartMissing)

/** The library folders as a section of the administration. */
export function LibraryFolders({ api }: { api: Api }) {
  const { t } = useTranslation('library-folders')
  // Followed by the scan's control beside it.
  const { data: scan } = useQuery(adminQueries.scan(api, true))
  return (
    <Section title={t('title')} text={t('text')}>
      <LibraryFolderList api={api} isScanning={scan?.state === 'running'} />
    </Section>
  )
}

/**
 * The library folders, each with what can be done with it, and a button that adds one.
 *
 * @param isScanning  whether their numbers of works grow
 */
export function LibraryFolderList({ api, isScanning }: { api: Api; isScanning: boolean }) {
  const { t } = useTranslation('library-folders')
  const query = useQuery(adminQueries.libraryFolders(api, isScanning))
  const [isAdding, setAdding] = useState(false)
  return (
    <Loaded query={query}>
      {({ folders, canAdd }) => (
        <>
          <ul className={css.folders}>
            {folders.map((folder) => (
              <FolderRow key={folder.path} api={api} folder={folder} />
            ))}
          </ul>
          {folders.length === 0 ? <p className={section.hint}>{t('none')}</p> : null}
          {canAdd ? (
            <div className={section.row}>
              <button
                type="button"
                className={folders.some(({ source }) => source !== 'demo') ? controls.button : controls.primary}
                aria-haspopup="dialog"
                onClick={() => setAdding(true)}
              >
                {t('add')}
              </button>
            </div>
          ) : (
            <p className={section.hint}>{t('off')}</p>
          )}
          {isAdding ? <FolderPickerDialog api={api} onClose={() => setAdding(false)} /> : null}
        </>
      )}
    </Loaded>
  )
}

function FolderRow({ api, folder }: { api: Api; folder: LibraryFolder }) {
  const { t } = useTranslation('library-folders')
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const [isAsking, setAsking] = useState(false)
  const { id, path, source, works, refusal } = folder
  const count = { count: works, formatted: formatCount(works) }

  const scan = () =>
    act(() => showScan(queryClient, api(startScan, { body: { allowMissing: 0, full: 0, folder: path } })))
  const remove = (removed: number) =>
    act(async () => {
      const folders = await api(removeLibraryFolder, { params: { id: removed } })
      queryClient.setQueryData<Folders>(adminQueries.libraryFolders(api).queryKey, folders)
      await queryClient.invalidateQueries({ queryKey: ADMIN })
    })
  return (
    <li className={css.folder}>
      <FolderIcon size="1.5em" />
      <div className={css.main}>
        <p className={section.path}>{path}</p>
        <FolderNote folder={folder} />
      </div>
      {isAsking && id !== null ? (
        <Question
          text={t('remove.question', { ...count, path })}
          confirmLabel={t('remove.confirm')}
          isBusy={isBusy}
          onConfirm={() => remove(id)}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <div className={section.row}>
          {source === 'demo' || refusal !== null ? null : (
            <button
              type="button"
              className={controls.button}
              aria-disabled={isBusy}
              aria-label={t('scanOf', { path })}
              onClick={scan}
            >
              {t('scan')}
            </button>
          )}
          {id === null ? null : (
            <button
              type="button"
              className={`${controls.button} ${forms.danger}`}
              aria-disabled={isBusy}
              aria-label={t('remove.actionOf', { path })}
              onClick={() => setAsking(true)}
            >
              {t('remove.action')}
            </button>
          )}
        </div>
      )}
      <Failure text={failure} />
    </li>
  )
}

function FolderNote({ folder }: { folder: LibraryFolder }) {
  const { source, works, problem, refusal, watch, addedAt, addedBy } = folder
  const { t } = useTranslation('library-folders')
  const timeText = useTimeText()
  return (
    <>
      <p className={css.note}>
        <span>{t('works', { count: works, formatted: formatCount(works) })}</span>
        {source === 'chosen' && addedAt !== null ? (
          <span>{t('added', { name: addedBy ?? '', time: timeText(addedAt) })}</span>
        ) : null}
        {source === 'environment' ? <span className={section.badge}>{t('fixed')}</span> : null}
        {source === 'demo' ? <span className={section.badge}>{t('demo')}</span> : null}
      </p>
      {source === 'demo' ? <p className={section.hint}>{t('demoText')}</p> : null}
      {source !== 'demo' && refusal === null && problem === null ? <WatchNote watch={watch} /> : null}
      {refusal === null ? null : <p className={css.problem}>{t(`refusal.${refusal}`)}</p>}
      {problem === null ? null : (
        <p className={css.problem}>
          {t('away')}{' '}
          <span className={css.reason} lang="en">
            {problem}
          </span>
        </p>
      )}
    </>
  )
}

function WatchNote({ watch }: Pick<LibraryFolder, 'watch'>) {
  const { t } = useTranslation('library-folders')
  const { state = 'off', reason = null, detail = null } = watch ?? {}
  return (
    <p className={section.hint}>
      {state !== 'off'
        ? t(`watch.${state}`)
        : reason === null || reason === 'limit'
          ? t('watch.off')
          : t(`watch.${reason}`, { detail: detail ?? '' })}
      {state === 'partly' ? <span lang="en"> {detail}</span> : null}
    </p>
  )
}
