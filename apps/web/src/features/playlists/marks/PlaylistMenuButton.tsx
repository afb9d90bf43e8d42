import type { Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusOpener } from '#lib/browser/focus.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { AddToListIcon } from '#ui/icons/deferred-icons.ts'

import { openPlaylistPart } from '../overlay.store.ts'

/** Opens the member's playlists for a work: an icon for cards. */
export function PlaylistMenuButton({ work, className }: { work: Work; className: string | undefined }) {
  const { t } = useTranslation('playlists')
  return (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      aria-label={t('menu.open', { title: shownName(work.title) })}
      title={t('menu.button')}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        focusOpener(currentTarget)
        openPlaylistPart({ kind: 'menu', work })
      }}
    >
      <AddToListIcon size="1.25em" />
    </button>
  )
}

/** The same as a text button, for a work's page. */
export function AddToPlaylistButton({ work }: { work: Work }) {
  const { t } = useTranslation('playlists')
  return (
    <button
      type="button"
      className={controls.button}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        focusOpener(currentTarget)
        openPlaylistPart({ kind: 'menu', work })
      }}
    >
      <AddToListIcon size="1.25em" />
      {t('menu.button')}
    </button>
  )
}
