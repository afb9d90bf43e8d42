import type { TrackFile, TrackFolder, TrackNode, Work } from '@otodana/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import { DownloadDialog } from '#features/downloads/index.ts'
import { FeedbackDialog } from '#features/feedback/index.ts'
import { togglePlay, useIsPlaying, usePlayingHash } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { toast } from '#ui/toast.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

import { Breadcrumb } from './Breadcrumb.tsx'
import styles from './FileTree.module.css'
import { contentOf, listFiles, openFolder, initialFolder, usePreferences } from '#features/track-queue/index.ts'
import { playFrom } from './play-from.ts'
import { FileRow, FolderRow } from './rows.tsx'

const FileMenuDialog = lazyComponent(() => import('./FileMenuDialog.tsx'), PartMissing)
const FilePreview = lazyComponent(() => import('#features/file-preview/index.ts'), PartMissing)

/** The open dialog: a row's menu, a preview, a report, or a download. */
type Opened =
  | { kind: 'menu'; node: TrackNode; opener: HTMLElement }
  | { kind: 'preview'; file: TrackFile }
  | { kind: 'report'; file: TrackFile }
  | { kind: 'download'; folder: TrackFolder }

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
}

/** A work's files, one folder at a time. Every row is a link that works without JavaScript. */
export function FileTree({ work, tree, path }: Props) {
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

  const handlePlay = useCallback((file: TrackFile) => playFrom(work, nodes, file), [work, nodes])
  const handlePreview = useCallback((file: TrackFile) => setOpened({ kind: 'preview', file }), [setOpened])
  const handleMore = useCallback(
    (node: TrackNode, opener: HTMLElement) => setOpened({ kind: 'menu', node, opener }),
    [setOpened],
  )

  return (
    <section id="work-tree" className={styles.tree} aria-labelledby="work-tree-title">
      <header className={styles.header}>
        <h2 id="work-tree-title" ref={heading} className={styles.title} tabIndex={-1}>
          {t('title')}
        </h2>
        {openPath.length > 0 && <Breadcrumb path={openPath} />}
      </header>
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
      {opened?.kind === 'menu' && (
        <FileMenuDialog
          node={opened.node}
          work={work}
          preferences={preferences}
          opener={opened.opener}
          onPlay={handlePlay}
          onReport={(file) => setOpened({ kind: 'report', file })}
          onDownload={(folder) => setOpened({ kind: 'download', folder })}
          onDone={toast}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'preview' && (
        <FilePreview file={opened.file} folder={nodes} tree={tree} work={work} onClose={() => setOpened(null)} />
      )}
      {opened?.kind === 'report' && <FeedbackDialog work={work} file={opened.file} onClose={() => setOpened(null)} />}
      {opened?.kind === 'download' && (
        <DownloadDialog work={work} tree={tree} chosen={opened.folder.children} onClose={() => setOpened(null)} />
      )}
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
