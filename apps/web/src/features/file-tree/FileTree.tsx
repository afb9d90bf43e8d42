import type { TrackFile, TrackNode, Work } from '@otodana/contract'
import { useCallback, useEffect, useMemo, useRef, useState, type SyntheticEvent } from 'react'

import { togglePlay, useIsPlaying, usePlayingHash } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { Breadcrumb } from './Breadcrumb.tsx'
import { FileDialogs, type Opened } from './FileDialogs.tsx'
import styles from './FileTree.module.css'
import { contentOf, listFiles, openFolder, initialFolder, usePreferences } from '#features/track-queue/index.ts'
import { playFrom } from './play-from.ts'
import { FileRow, FolderRow } from './rows.tsx'

/** From this length on, rows out of view are not laid out. */
const LONG_LIST = 100

type Props = {
  work: Work
  /** The work's files, as in the API. */
  tree: readonly TrackNode[]
  /**
   * Names of the open folder and its parents from the root; an unknown path shows the root with a note. Undefined: the
   * most likely folder.
   */
  path: readonly string[] | undefined
  /** Whether the URL or the page leads to the files; otherwise they are folded until asked for. */
  isWanted: boolean
}

/** A work's files in a fold, one folder at a time. Every row is a link that works without JavaScript. */
export function FileTree({ work, tree, path, isWanted }: Props) {
  const { t } = useTranslation('file-tree')
  const preferences = usePreferences()
  const initialPath = useMemo(() => initialFolder(tree, preferences), [tree, preferences])
  const wantedPath = path ?? initialPath
  const found = openFolder(tree, wantedPath)
  const nodes = found ?? tree
  const openPath = found ? wantedPath : []
  const { folders, files } = contentOf(nodes)
  const playingHash = usePlayingHash()
  const isPlaying = useIsPlaying()
  const heading = useFocusOnChange(JSON.stringify(path))
  const [opened, setOpened] = useState<Opened | null>(null)
  const fold = useFold(isWanted ? JSON.stringify([path]) : null)

  const handlePlay = useCallback((file: TrackFile) => playFrom(work, nodes, file), [work, nodes])
  const handlePreview = useCallback((file: TrackFile) => setOpened({ kind: 'preview', file }), [setOpened])
  const handleMore = useCallback(
    (node: TrackNode, opener: HTMLElement) => setOpened({ kind: 'menu', node, opener }),
    [setOpened],
  )

  return (
    <section id="work-tree" className={styles.tree} aria-labelledby="work-tree-title">
      <details className={styles.fold} {...fold}>
        <summary className={styles.header}>
          <h2 id="work-tree-title" ref={heading} className={styles.title} tabIndex={-1}>
            {t('title')}
          </h2>
        </summary>
        {openPath.length > 0 && <Breadcrumb path={openPath} />}
        {!found && <output className={styles.notice}>{t('unknownFolder', { folder: wantedPath.join(' / ') })}</output>}
        {nodes.length === 0 ? (
          <p className={styles.empty}>{tree.length === 0 ? t('noFiles') : t('empty')}</p>
        ) : (
          <ul className={styles.list} data-long={nodes.length > LONG_LIST}>
            {folders.map((folder) => (
              <FolderRow
                key={`folder ${folder.title}`}
                t={t}
                folder={folder}
                path={[...openPath, folder.title]}
                onMore={handleMore}
              />
            ))}
            {listFiles(files).map(({ file, isCompanion, hasCompanion }) => (
              <FileRow
                key={file.hash}
                t={t}
                file={file}
                isCompanion={isCompanion}
                hasCompanion={hasCompanion}
                isCurrent={file.hash === playingHash}
                isPlaying={isPlaying && file.hash === playingHash}
                onPlay={file.hash === playingHash ? togglePlay : handlePlay}
                onPreview={handlePreview}
                onMore={handleMore}
              />
            ))}
          </ul>
        )}
      </details>
      <FileDialogs
        work={work}
        tree={tree}
        folder={nodes}
        preferences={preferences}
        opened={opened}
        onOpen={setOpened}
        onPlay={handlePlay}
      />
    </section>
  )
}

/** Focuses the heading when the URL names another folder, because the followed link is gone. */
function useFocusOnChange(folder: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(folder)
  useEffect(() => {
    if (shown.current === folder) return
    shown.current = folder
    heading.current?.focus({ preventScroll: true })
  }, [folder])
  return heading
}

/** Opens the fold whenever the page wants another folder of it; the visitor opens and closes it at any time. */
function useFold(wanted: string | null) {
  const [isOpen, setOpen] = useState(wanted !== null)
  const [last, setLast] = useState(wanted)
  const ref = useRef<HTMLDetailsElement>(null)
  if (wanted !== last) {
    setLast(wanted)
    if (wanted !== null) setOpen(true)
  }
  // It may have been opened before hydration.
  useEffect(() => setOpen((is) => ref.current?.open ?? is), [])
  return {
    ref,
    open: isOpen,
    onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open),
  }
}
