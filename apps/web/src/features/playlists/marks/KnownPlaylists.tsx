import type { Work } from '@otodana/contract'

import { unsentText, useWaitingMembership } from '#features/outbox/index.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { useRecovery } from '#lib/api/recovery.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { CloudOffIcon } from '#ui/icons/deferred-icons.ts'

import { knownPlaylists, type KnownPlaylist } from './known-playlists.ts'
import css from './PlaylistMenuDialog.module.css'
import { playlistName } from '../playlist-texts.ts'

type Props = {
  work: Work
  error: Error
  isBusy: boolean
  onRetry: () => void
  onChange: (playlist: KnownPlaylist, isIn: boolean) => void
}

/** In place of the member's playlists while the server does not answer: those that this device has seen. */
export function KnownPlaylists({ work, error, isBusy, onRetry, onChange }: Props) {
  const t = useSpeech().texts('playlists')
  const known = knownPlaylists()
  useRecovery(error, isBusy, onRetry)
  return (
    <>
      <p className={css.away} role="status">
        <CloudOffIcon size="1.25em" />
        <span>{known.length > 0 ? t('menu.known') : t('menu.unknown')}</span>
      </p>
      {known.length > 0 ? (
        <ul className={css.lists}>
          {known.map((playlist, index) => (
            <KnownRow key={playlist.id} work={work} playlist={playlist} isFirst={index === 0} onChange={onChange} />
          ))}
        </ul>
      ) : null}
    </>
  )
}

type RowProps = { playlist: KnownPlaylist; isFirst: boolean } & Pick<Props, 'work' | 'onChange'>

function KnownRow({ work, playlist, isFirst, onChange }: RowProps) {
  const speech = useSpeech()
  const waiting = useWaitingMembership(playlist.id, work.id)
  const isIn = waiting ?? work.playlistStatus?.[playlist.id] ?? false
  return (
    <li>
      <Checkbox
        isRow
        label={playlistName(playlist, speech.texts('playlists'))}
        {...(waiting === undefined ? {} : { detail: unsentText(speech) })}
        data-first={isFirst ? '' : undefined}
        isOn={isIn}
        onChange={() => onChange(playlist, !isIn)}
      />
    </li>
  )
}
