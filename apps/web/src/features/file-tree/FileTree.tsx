import type { TrackFile, TrackNode, Work } from '@otodana/contract'
import { useCallback, useEffect, useRef } from 'react'

import { playTracks, togglePlay, useIsPlaying, usePlayingHash } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { Breadcrumb } from './Breadcrumb.tsx'
import styles from './FileTree.module.css'
import { contentOf, distinctRecordings, openFolder, totalSeconds } from './folders.ts'
import { toQueueTrack } from './queue-track.ts'
import { FileRow, FolderRow } from './rows.tsx'

/** From here on it pays to leave out of the layout what is not in sight. */
const LONG_LIST = 100

type Props = {
  work: Work
  /** All files of the work, as the API gives them. */
  tree: readonly TrackNode[]
  /** The open folder, by the names of the folders from the root; an unknown one shows the root and says so. */
  path: readonly string[]
}

/** The work's folders and files, one folder at a time. Every row is a link that also works without JavaScript. */
export function FileTree({ work, tree, path }: Props) {
  const { t } = useTranslation('file-tree')
  const found = openFolder(tree, path)
  const nodes = found ?? tree
  const openPath = found ? path : []
  const { folders, files } = contentOf(nodes)
  const playingHash = usePlayingHash()
  const isPlaying = useIsPlaying()
  const heading = useFocusOnChange(openPath.join('/'))

  const handlePlay = useCallback(
    (file: TrackFile) => {
      const recordings = distinctRecordings(contentOf(nodes).files, file)
      playTracks(
        recordings.map((recording) => toQueueTrack(work, recording)),
        recordings.indexOf(file),
      )
    },
    [nodes, work],
  )

  return (
    <section id="work-tree" className={styles.tree} aria-labelledby="work-tree-title">
      <header className={styles.header}>
        <h2 id="work-tree-title" ref={heading} className={styles.title} tabIndex={-1}>
          {t('title')}
        </h2>
        {openPath.length > 0 && <Breadcrumb path={openPath} />}
      </header>
      {!found && <output className={styles.notice}>{t('unknownFolder', { folder: path.join(' / ') })}</output>}
      {nodes.length === 0 ? (
        <p className={styles.empty}>{tree.length === 0 ? t('noFiles') : t('empty')}</p>
      ) : (
        <ul className={styles.list} data-long={nodes.length > LONG_LIST}>
          {folders.map((folder) => (
            <FolderRow
              key={`folder ${folder.title}`}
              t={t}
              name={folder.title}
              path={[...openPath, folder.title]}
              itemCount={folder.children.length}
              durationSeconds={totalSeconds(folder.children)}
            />
          ))}
          {files.map((file) => (
            <FileRow
              key={file.hash}
              t={t}
              file={file}
              isCurrent={file.hash === playingHash}
              isPlaying={isPlaying && file.hash === playingHash}
              onPlay={file.hash === playingHash ? togglePlay : handlePlay}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/**
 * The heading, which takes the focus when another folder is opened: the link that was followed is no longer there. A
 * keyboard or screen reader then goes on at the top of the new list.
 */
function useFocusOnChange(folder: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(folder)
  useEffect(() => {
    if (shown.current === folder) return
    shown.current = folder
    heading.current?.focus({ preventScroll: true })
  }, [folder])
  return heading
}
