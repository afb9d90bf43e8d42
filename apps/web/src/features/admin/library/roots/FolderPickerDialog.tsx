import { addLibraryFolder, type FolderListing, type LibraryFolders, MAX_PATH_LENGTH } from '@otodana/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'

import { ListFailed } from '#features/works/index.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { type Api, ApiError } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { BackIcon, ChevronRightIcon } from '#ui/icons/core-icons.ts'
import { FolderIcon } from '#ui/icons/work-icons.tsx'
import skeleton from '#ui/Skeleton.module.css'
import { TextField } from '#ui/TextField.tsx'

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
  const text = useErrorText(listing.error)
  const place = useRef<HTMLDivElement>(null)
  const [first] = listing.data?.pages ?? []
  const folders = listing.data?.pages.flatMap((page) => page.folders) ?? []
  const isRefused =
    listing.error instanceof ApiError &&
    (listing.error.status === 400 || listing.error.key?.startsWith('folder.') === true)

  function open(next: string | null): void {
    setPath(next)
    // The pressed button leaves with its list.
    place.current?.focus()
  }
  return (
    <Dialog title={t('picker.title')} variant="wide" onClose={onClose}>
      <PathForm key={path} path={path} problem={isRefused ? text : undefined} onOpen={open} />
      <div ref={place} className={css.listing} role="group" aria-label={path ?? t('picker.places')} tabIndex={-1}>
        {path === null ? null : (
          <button type="button" className={css.folder} onClick={() => open(first?.parent ?? null)}>
            <BackIcon size="1.25em" />
            {t('picker.up')}
          </button>
        )}
        {first === undefined && !listing.error ? <div className={`${skeleton.skeleton} ${css.pending}`} /> : null}
        {first === undefined && listing.error && !isRefused ? (
          <ListFailed error={listing.error} isBusy={listing.isFetching} onRetry={() => void listing.refetch()} />
        ) : null}
        {first && listing.error ? <Failure text={text} /> : null}
        {first ? (
          <div className={css.list}>
            {folders.length === 0 ? (
              <p className={section.hint}>{path === null ? t('picker.noPlaces') : t('picker.empty')}</p>
            ) : null}
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
      </div>
      {path === null || isRefused ? <Elsewhere api={api} /> : null}
      <Choice api={api} listing={first} onAdded={onClose} />
    </Dialog>
  )
}

type PathFormProps = {
  path: string | null
  problem: string | undefined
  onOpen: (path: string) => void
}

/** The path of the open folder, which can be typed. */
function PathForm({ path, problem, onOpen }: PathFormProps) {
  const { t } = useTranslation('library-folders')

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('path')
    const folder = typeof typed === 'string' ? unquoted(typed.trim()) : ''
    if (folder !== '') onOpen(folder)
  }
  return (
    <form className={css.place} onSubmit={handleSubmit}>
      <TextField
        label={t('picker.path')}
        name="path"
        defaultValue={path ?? ''}
        placeholder={t('picker.pathExample')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_PATH_LENGTH}
        problem={problem}
      />
      <button type="submit" className={controls.button}>
        {t('picker.open')}
      </button>
    </form>
  )
}

/** File managers and shells copy a path with quotes. */
function unquoted(path: string): string {
  return /^(["'])(.*)\1$/.exec(path)?.[2] ?? path
}

/** Says where folders can be chosen, and how to allow others. */
function Elsewhere({ api }: { api: Api }) {
  const { t } = useTranslation('library-folders')
  const { data } = useInfiniteQuery(adminQueries.browse(api, null))
  const places = data?.pages.flatMap(({ folders }) => folders.map(({ path }) => path)) ?? []
  return (
    <details className={css.elsewhere}>
      <summary>{t('picker.elsewhere')}</summary>
      <p className={section.hint}>{t('picker.elsewhereText')}</p>
      <code className={section.path}>LIBRARY_BROWSE={[...places, t('picker.pathExample')].join(':')}</code>
    </details>
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
