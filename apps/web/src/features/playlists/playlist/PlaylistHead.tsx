import { playlistPrivacies, type Playlist } from '@otodana/contract'
import { useState } from 'react'

import { useUser } from '#features/accounts/index.ts'
import { KeepListButton } from '#features/kept/index.ts'
import { PodcastButton } from '#features/podcasts/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { DotsIcon } from '#ui/icons/work-icons.tsx'
import { WithName } from '#ui/WithName.tsx'

import { DeleteButton, EditButton, LikeButton, PartButton } from './PlaylistButtons.tsx'
import { PlaylistCover } from '../lists/PlaylistCard.tsx'
import css from './PlaylistScreen.module.css'
import { playPlaylist } from './play-works.ts'
import { PlayAllButton } from './PlayAllButton.tsx'
import { PrivacyMark } from './PrivacyMark.tsx'
import { ShareButton } from './ShareButton.tsx'
import { isSystem, playlistName } from '../playlist-texts.ts'

/** A playlist's details and actions. */
export function PlaylistHead({ playlist, keyword }: { playlist: Playlist; keyword: string }) {
  const { t } = useTranslation('playlists')
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  // By the user's name, because `is_owner` is only updated with the next response.
  const isOthers = !playlist.is_owner && user?.name !== playlist.user_name
  const { id, works_count, like_count, is_owner, privacy, description, latestWorkID } = playlist
  return (
    <header className={css.head}>
      <PlaylistCover workId={latestWorkID} className={css.cover} size="main" />
      <div className={css.about}>
        <div className={css.names}>
          <h1 className={css.title}>
            <bdi lang={isSystem(playlist) ? undefined : langOfText(playlist.name)}>{playlistName(playlist, t)}</bdi>
          </h1>
          <p className={css.facts}>
            <span>
              <WithName text={(user) => t('by', { name: user })} name={playlist.user_name} />
            </span>
            <span>{t('works', { count: works_count, formatted: formatCount(works_count) })}</span>
            <PrivacyMark privacy={privacy} />
            {like_count > 0 ? (
              <span>{t('likes', { count: like_count, formatted: formatCount(like_count) })}</span>
            ) : null}
          </p>
        </div>
        {description === '' ? null : (
          <p className={css.description} lang={langOfText(description)}>
            {description}
          </p>
        )}
        <div className={css.actions}>
          {works_count > 0 ? (
            <PlayAllButton
              onPlay={(deps) => playPlaylist(deps, id, keyword)}
              label={keyword === '' ? t('playAll') : t('playFound')}
              busyLabel={t('playing')}
              nothingToPlay={t('nothingToPlay')}
            />
          ) : null}
          {privacy !== playlistPrivacies.private ? (
            <ShareButton playlist={playlist} />
          ) : is_owner ? (
            <PartButton kind="share" playlist={playlist} />
          ) : null}
          {works_count > 0 || is_owner || isOthers ? (
            <IconButton
              className={css.more}
              label={t('moreActions')}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <DotsIcon />
            </IconButton>
          ) : null}
          <div className={css.rest} data-more={isOpen ? 'open' : 'closed'}>
            {is_owner && works_count > 1 ? <PartButton kind="reorder" playlist={playlist} /> : null}
            {works_count > 0 ? <PodcastButton target={{ playlist: id }} /> : null}
            {works_count > 0 ? (
              <KeepListButton source={{ kind: 'playlist', playlistId: id }} title={playlistName(playlist, t)} />
            ) : null}
            {is_owner ? <EditButton playlist={playlist} /> : isOthers ? <LikeButton playlist={playlist} /> : null}
            {is_owner && !isSystem(playlist) ? <DeleteButton playlist={playlist} /> : null}
          </div>
        </div>
      </div>
    </header>
  )
}
