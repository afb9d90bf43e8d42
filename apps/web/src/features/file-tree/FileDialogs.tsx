import type { TrackFile, TrackFolder, TrackNode, Work } from '@otodana/contract'

import { DownloadDialog } from '#features/downloads/index.ts'
import { FeedbackDialog } from '#features/feedback/index.ts'
import type { Preferences } from '#features/track-queue/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'
import { toast } from '#ui/toast.ts'

const FileMenuDialog = lazyComponent(() => import('./FileMenuDialog.tsx'), PartMissing)
const FilePreview = lazyComponent(() => import('#features/file-preview/index.ts'), PartMissing)

/** The open dialog: a row's menu, a preview, a report, or a download. */
export type Opened =
  | { kind: 'menu'; node: TrackNode; opener: HTMLElement }
  | { kind: 'preview'; file: TrackFile }
  | { kind: 'report'; file: TrackFile }
  | { kind: 'download'; folder: TrackFolder }

type Props = {
  work: Work
  tree: readonly TrackNode[]
  /** The files among which a preview pages. */
  folder: readonly TrackNode[]
  preferences: Preferences
  opened: Opened | null
  onOpen: (next: Opened | null) => void
  onPlay: (file: TrackFile) => void
}

/** What opens from a row of files or tracks. */
export function FileDialogs({ work, tree, folder, preferences, opened, onOpen, onPlay }: Props) {
  const close = () => onOpen(null)
  switch (opened?.kind) {
    case 'menu':
      return (
        <FileMenuDialog
          node={opened.node}
          work={work}
          preferences={preferences}
          opener={opened.opener}
          onPlay={onPlay}
          onReport={(file) => onOpen({ kind: 'report', file })}
          onDownload={(chosen) => onOpen({ kind: 'download', folder: chosen })}
          onDone={toast}
          onClose={close}
        />
      )
    case 'preview':
      return <FilePreview file={opened.file} folder={folder} tree={tree} work={work} onClose={close} />
    case 'report':
      return <FeedbackDialog work={work} file={opened.file} onClose={close} />
    case 'download':
      return <DownloadDialog work={work} tree={tree} chosen={opened.folder.children} onClose={close} />
    default:
      return null
  }
}
