import type { TrackFile, TrackNode, Work } from '@otodana/contract'
import { useId, useState } from 'react'

import { playTracks, togglePlay, useIsPlaying, usePlayingHash } from '#features/player/index.ts'
import type { AudioType } from '#features/settings/index.ts'
import { queueOfListed, usePreferences, type MainTracks } from '#features/track-queue/index.ts'
import { useWorkTexts } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'

import { FileDialogs, type Opened } from './FileDialogs.tsx'
import styles from './TrackList.module.css'
import { TrackRow } from './TrackRow.tsx'
import { useWorkPositions } from './use-work-positions.ts'

/** From this length on, rows out of view are not laid out. */
const LONG_LIST = 100
/** Less is no recording of its own. */
const MIN_REST_SECONDS = 30

type Props = { work: Work; tree: readonly TrackNode[]; main: MainTracks }

/** A work's main recordings in playing order, with a switch between its versions. Nothing without audio. */
export function TrackList({ work, tree, main: { groups, tracks, choices, choose } }: Props) {
  const { t } = useTranslation('file-tree')
  const id = useId()
  const preferences = usePreferences()
  const playingHash = usePlayingHash()
  const isPlaying = useIsPlaying()
  const texts = useWorkTexts()
  const positions = new Map(useWorkPositions(work.id).map((position) => [position.hash, position]))
  const [opened, setOpened] = useState<Opened | null>(null)
  if (tracks.length === 0) return null

  function handlePlay(file: TrackFile) {
    if (file.hash === playingHash) togglePlay()
    else
      playTracks(
        queueOfListed(work, tracks),
        tracks.findIndex((one) => one.file === file),
      )
  }

  const seconds = tracks.reduce((sum, { file }) => sum + (file.duration ?? 0), 0)
  // Cards and the length filter count what is not a main recording, too.
  const rest = work.duration - seconds
  const restText = seconds > 0 && rest >= MIN_REST_SECONDS ? texts.duration(rest) : null
  return (
    <section className={styles.tracks} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {t('tracks')}
        </h2>
        <p className={styles.total}>
          {t('trackCount', { count: tracks.length })}
          {seconds > 0 ? ` · ${texts.duration(seconds)}` : null}
          {restText === null ? null : ` · ${t('moreInFiles', { time: restText })}`}
        </p>
        <Versions choices={choices} choose={choose} />
      </header>
      {groups.map((group) => (
        <div key={group.tracks[0]!.file.hash} className={styles.group}>
          {group.name === '' ? null : <h3 className={styles.name}>{group.name}</h3>}
          <ol className={styles.list} data-long={tracks.length > LONG_LIST}>
            {group.tracks.map((track) => (
              <TrackRow
                key={track.file.hash}
                t={t}
                track={track}
                position={positions.get(track.file.hash)}
                isCurrent={track.file.hash === playingHash}
                isPlaying={isPlaying && track.file.hash === playingHash}
                onPlay={handlePlay}
                onMore={(node, opener) => setOpened({ kind: 'menu', node, opener })}
              />
            ))}
          </ol>
        </div>
      ))}
      <FileDialogs
        work={work}
        tree={tree}
        folder={tree}
        preferences={preferences}
        opened={opened}
        onOpen={setOpened}
        onPlay={handlePlay}
      />
    </section>
  )
}

/** With or without effects, and the format, where a work has both. */
function Versions({ choices, choose }: Pick<MainTracks, 'choices' | 'choose'>) {
  const { t } = useTranslation('file-tree')
  const id = useId()
  const { effects, effect, formats, format } = choices
  if (effects.length === 0 && formats.length < 2) return null
  return (
    <div className={styles.versions}>
      {effects.length === 0 ? null : (
        <Choice
          label={t('effects.label')}
          isBare
          name={`${id}effects`}
          value={effect}
          options={(['with', 'without'] as const).map((value) => ({
            value,
            label: t(`effects.${value}`),
            isDisabled: !effects.includes(value),
          }))}
          onChange={(value) => choose({ effect: value })}
        />
      )}
      {formats.length < 2 ? null : (
        <Choice<AudioType | ''>
          label={t('format')}
          isBare
          name={`${id}format`}
          value={format ?? ''}
          options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(value) => {
            if (value !== '') choose({ format: value })
          }}
        />
      )}
    </div>
  )
}
