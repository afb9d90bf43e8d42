import { addLibraryFolder, type FolderListing, type LibraryFolders } from '@otodana/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { ChevronRightIcon } from '#ui/icons/core-icons.ts'
import { FolderIcon } from '#ui/icons/work-icons.tsx'
import skeleton from '#ui/Skeleton.module.css'

import { ADMIN, adminQueries } from '../../admin.queries.ts'
import { Failure } from '../../Section.tsx'
import section from '../../Section.module.css'
import { useAction } from '../../use-action.ts'
import css from './FolderPickerDialog.module.css'

type Props = { api: Api; onClose: () => void }
type Folder = FolderListing['folders'][number]

/** Chooses a folder of the server and adds it to the library. */
export default function FolderPickerDialog({ api, onClose }: Props) {
  const { t } = useTranslation('library-folders')
  const [path, setPath] = useState<string | null>(null)
  const listing = useInfiniteQuery(adminQueries.browse(api, path))
  const failure = useErrorText(listing.error)
  const place = useRef<HTMLParagraphElement>(null)
  const [first] = listing.data?.pages ?? []
  const folders = listing.data?.pages.flatMap((page) => page.folders) ?? []

  function open(next: string | null): void {
    setPath(next)
    // The pressed button leaves with its list.
    place.current?.focus()
  }
  return (
    <Dialog title={t('picker.title')} variant="wide" onClose={onClose}>
      <div className={css.place}>
        <button
          type="button"
          className={controls.button}
          disabled={path === null}
          onClick={() => open(first?.path === path ? (first?.parent ?? null) : null)}
        >
          {t('picker.up')}
        </button>
        <p ref={place} className={section.path} tabIndex={-1}>
          {path ?? t('picker.places')}
        </p>
      </div>
      {listing.error ? <Failure text={failure} /> : null}
      {first === undefined && !listing.error ? <div className={`${skeleton.skeleton} ${css.pending}`} /> : null}
      {first ? (
        <div className={css.list}>
          {folders.length === 0 ? <p className={section.hint}>{t('picker.empty')}</p> : null}
          <ul>
            {folders.map((folder) => (
              <li key={folder.path}>
                <FolderButton folder={folder} onOpen={() => open(folder.path)} />
              </li>
            ))}
          </ul>
          {listing.hasNextPage ? (
            <button
              type="button"
              className={controls.button}
              aria-disabled={listing.isFetchingNextPage}
              onClick={() => void listing.fetchNextPage()}
            >
              {t('picker.more', { formatted: formatCount(first.pagination.totalCount - folders.length) })}
            </button>
          ) : null}
          {first.isCut ? <p className={section.hint}>{t('picker.cut')}</p> : null}
        </div>
      ) : null}
      <Choice api={api} listing={first?.path === path ? first : undefined} onAdded={onClose} />
    </Dialog>
  )
}

function FolderButton({ folder: { name, codes, overlap }, onOpen }: { folder: Folder; onOpen: () => void }) {
  const { t } = useTranslation('library-folders')
  return (
    <button type="button" className={css.folder} onClick={onOpen}>
      <FolderIcon size="1.25em" />
      <span className={css.name}>{name}</span>
      {overlap?.kind === 'same' || overlap?.kind === 'inside' ? (
        <span className={section.badge}>{t('picker.taken')}</span>
      ) : null}
      {codes !== null && codes > 0 ? (
        <span className={`${section.badge} ${section.strong}`}>
          {t('picker.codes', { count: codes, formatted: formatCount(codes) })}
        </span>
      ) : null}
      <ChevronRightIcon size="1.25em" />
    </button>
  )
}

/** Adds the folder that is open. */
function Choice({ api, listing, onAdded }: { api: Api; listing: FolderListing | undefined; onAdded: () => void }) {
  const { t } = useTranslation('library-folders')
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const path = listing?.path ?? null
  const overlap = listing?.overlap ?? null
  const mayAdd = path !== null && overlap === null

  const add = (chosen: string) =>
    act(async () => {
      const folders = await api(addLibraryFolder, { body: { path: chosen } })
      queryClient.setQueryData<LibraryFolders>(adminQueries.libraryFolders(api).queryKey, folders)
      void queryClient.invalidateQueries({ queryKey: ADMIN })
      onAdded()
    })
  return (
    <div className={css.choice}>
      <p role="status" className={section.hint}>
        {path === null || listing === undefined
          ? t('picker.hint')
          : overlap !== null
            ? t(`picker.overlap.${overlap.kind}`, { path: overlap.path })
            : listing.codes === 0
              ? t('picker.foundNone')
              : t('picker.found', { count: listing.codes, formatted: formatCount(listing.codes) })}
      </p>
      <Failure text={failure} />
      <div className={forms.actions}>
        <button
          type="button"
          className={controls.primary}
          disabled={!mayAdd}
          aria-disabled={isBusy}
          onClick={() => (path === null ? undefined : add(path))}
        >
          {isBusy ? t('picker.adding') : t('picker.choose')}
        </button>
      </div>
    </div>
  )
}
