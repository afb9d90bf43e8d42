import type { Playlist } from '@otodana/contract'

import { UnsentMark, useWaitingDeletion, useWaitingMetadata } from '#features/outbox/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useCovers } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { LibraryIcon } from '#ui/icons/core-icons.ts'
import { WithName } from '#ui/WithName.tsx'

import css from './PlaylistCard.module.css'
import { DeleteButton, EditButton, LikeButton } from '../playlist/PlaylistButtons.tsx'
import { PrivacyMark } from '../playlist/PrivacyMark.tsx'
import { isSystem, playlistName } from '../playlist-texts.ts'
import { playlistHref } from './playlists-search.ts'

/** A playlist in a list, with its actions. */
export function PlaylistCard({ playlist: saved }: { playlist: Playlist }) {
  const { t } = useTranslation('playlists')
  const metadata = useWaitingMetadata(saved.id)
  const playlist = { ...saved, ...metadata }
  const isDeleted = useWaitingDeletion(saved.id)
  const name = playlistName(playlist, t)
  const { id, latestWorkID, works_count, is_owner, user_name, description } = playlist
  return (
    <article className={css.card} data-deleted={isDeleted ? '' : undefined}>
      <PlaylistCover workId={latestWorkID} className={css.cover} size="240x240" />
      <div className={css.about}>
        <h2 className={css.name}>
          <a href={playlistHref(id)}>
            <bdi lang={isSystem(playlist) ? undefined : langOfText(playlist.name)}>{name}</bdi>
          </a>
        </h2>
        <p className={css.facts}>
          <span>{t('works', { count: works_count, formatted: formatCount(works_count) })}</span>
          <PrivacyMark privacy={playlist.privacy} />
          <UnsentMark isShown={metadata !== undefined || isDeleted} />
        </p>
        {is_owner ? null : (
          <p className={css.facts}>
            <WithName text={(user) => t('by', { name: user })} name={user_name} />
          </p>
        )}
        {description === '' ? null : (
          <p className={css.description} lang={langOfText(description)}>
            {description}
          </p>
        )}
      </div>
      <div className={css.actions}>
        {is_owner ? <EditButton playlist={playlist} /> : <LikeButton playlist={playlist} />}
        {is_owner && !isSystem(playlist) && !isDeleted ? <DeleteButton playlist={playlist} /> : null}
      </div>
    </article>
  )
}

type CoverProps = { workId: number | null; className: string | undefined; size: '240x240' | 'main' }

/** The cover of the last added work; a drawing for an empty playlist. */
export function PlaylistCover({ workId, className, size }: CoverProps) {
  const { coverUrl } = useCovers()
  return (
    <div className={className} aria-hidden="true">
      {workId === null ? (
        <LibraryIcon size="2.5rem" />
      ) : (
        <img src={coverUrl(workId, size)} alt="" width={560} height={420} loading="lazy" decoding="async" />
      )}
    </div>
  )
}
