import type { Playlist } from '@otodana/contract'

import { useUser } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { focusOpener } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import { Drawing } from '#ui/Icon.tsx'

import { DELETE, EDIT, HEART } from '../drawings.ts'
import { openPlaylistPart } from '../overlay.store.ts'
import css from './PlaylistButtons.module.css'
import { playlistName } from '../playlist-texts.ts'
import { useLike } from '../marks/use-like.ts'

type Props = { playlist: Playlist }

export function EditButton({ playlist }: Props) {
  const { t } = useTranslation('playlists')
  const label = t('edit', { name: playlistName(playlist, t) })
  return <OpenButton label={label} drawing={EDIT} onOpen={() => openPlaylistPart({ kind: 'edit', playlist })} />
}

export function DeleteButton({ playlist }: Props) {
  const { t } = useTranslation('playlists')
  const label = t('remove', { name: playlistName(playlist, t) })
  return <OpenButton label={label} drawing={DELETE} onOpen={() => openPlaylistPart({ kind: 'delete', playlist })} />
}

function OpenButton({ label, drawing, onOpen }: { label: string; drawing: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={controls.iconButton}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        focusOpener(currentTarget)
        onOpen()
      }}
    >
      <Drawing path={drawing} size="1.3em" />
    </button>
  )
}

/** For other members' playlists. Asks for a login if necessary. */
export function LikeButton({ playlist }: Props) {
  const { t } = useTranslation('playlists')
  const like = useLike()
  const isKnown = useUser() !== null
  const name = playlistName(playlist, t)
  return (
    <button
      type="button"
      className={`${controls.iconButton} ${css.like} ${isKnown ? '' : css.unknown}`}
      aria-label={t('like', { name })}
      title={playlist.liked ? t('unlike', { name }) : t('like', { name })}
      aria-pressed={playlist.liked}
      onClick={() => void like(playlist)}
    >
      <Drawing path={HEART} size="1.3em" />
    </button>
  )
}
