import type { Playlist } from '@otodana/contract'

import { useUser } from '#features/accounts/index.ts'
import { UnsentMark, useWaitingLike } from '#features/outbox/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { focusOpener } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { DeleteIcon, EditIcon, HeartIcon, LinkIcon, ReorderIcon } from '#ui/icons/deferred-icons.ts'
import type { IconComponent } from '#ui/icons/icon.tsx'

import { openPlaylistPart } from '../overlay.store.ts'
import css from './PlaylistButtons.module.css'
import { playlistName } from '../playlist-texts.ts'
import { useLike } from '../marks/use-like.ts'

type Props = { playlist: Playlist }

export function EditButton({ playlist }: Props) {
  const { t } = useTranslation('playlists')
  const label = t('edit', { name: playlistName(playlist, t) })
  return <OpenButton label={label} Icon={EditIcon} onOpen={() => openPlaylistPart({ kind: 'edit', playlist })} />
}

export function DeleteButton({ playlist }: Props) {
  const { t } = useTranslation('playlists')
  const label = t('remove', { name: playlistName(playlist, t) })
  return <OpenButton label={label} Icon={DeleteIcon} onOpen={() => openPlaylistPart({ kind: 'delete', playlist })} />
}

/** Opens a dialog of the playlist's own page. */
export function PartButton({ kind, playlist }: Props & { kind: 'share' | 'reorder' }) {
  const { t } = useTranslation('playlists')
  return (
    <button
      type="button"
      className={controls.button}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        focusOpener(currentTarget)
        openPlaylistPart({ kind, playlist })
      }}
    >
      {kind === 'share' ? <LinkIcon size="1.25em" /> : <ReorderIcon size="1.25em" />}
      {kind === 'share' ? t('sharing.action') : t('order.action')}
    </button>
  )
}

function OpenButton({ label, Icon, onOpen }: { label: string; Icon: IconComponent; onOpen: () => void }) {
  return (
    <IconButton
      isSmall
      label={label}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        focusOpener(currentTarget)
        onOpen()
      }}
    >
      <Icon />
    </IconButton>
  )
}

/** For other members' playlists. Asks for a login if necessary. */
export function LikeButton({ playlist }: Props) {
  const { t } = useTranslation('playlists')
  const like = useLike()
  const waiting = useWaitingLike(playlist.id)
  const liked = waiting ?? playlist.liked
  const isKnown = useUser() !== null
  const name = playlistName(playlist, t)
  return (
    <IconButton
      isSmall
      className={`${css.like} ${isKnown ? '' : css.unknown}`}
      label={t('like', { name })}
      title={liked ? t('unlike', { name }) : t('like', { name })}
      aria-pressed={liked}
      onClick={() => void like({ ...playlist, liked })}
    >
      <HeartIcon />
      <UnsentMark isSmall isShown={waiting !== undefined} />
    </IconButton>
  )
}
