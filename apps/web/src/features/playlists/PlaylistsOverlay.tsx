import '#i18n/on-demand/account-texts.ts'
import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/playlist-texts.ts'

import { DeletePlaylistDialog } from './edit/DeletePlaylistDialog.tsx'
import { PlaylistDialog } from './edit/PlaylistDialog.tsx'
import { PlaylistMenuDialog } from './marks/PlaylistMenuDialog.tsx'
import { ReorderDialog } from './playlist/ReorderDialog.tsx'
import { RunFeeder } from './playlist/RunFeeder.tsx'
import { ShareDialog } from './playlist/ShareDialog.tsx'
import { usePlaylistOverlay } from './overlay.store.ts'

const close = () => usePlaylistOverlay.setState({ open: null })

/** Everything of the playlists that is shown over the page or runs beside it. */
export default function PlaylistsOverlay() {
  const { open, run } = usePlaylistOverlay()
  return (
    <>
      {open?.kind === 'menu' ? <PlaylistMenuDialog key={open.work.id} work={open.work} onClose={close} /> : null}
      {open?.kind === 'create' ? (
        <PlaylistDialog playlist={null} work={open.work} onCreated={open.onCreated} onClose={close} />
      ) : null}
      {open?.kind === 'edit' ? (
        <PlaylistDialog key={open.playlist.id} playlist={open.playlist} work={null} onClose={close} />
      ) : null}
      {open?.kind === 'delete' ? <DeletePlaylistDialog playlist={open.playlist} onClose={close} /> : null}
      {open?.kind === 'reorder' ? <ReorderDialog playlist={open.playlist} onClose={close} /> : null}
      {open?.kind === 'created' || open?.kind === 'share' ? (
        <ShareDialog playlist={open.playlist} isNew={open.kind === 'created'} onClose={close} />
      ) : null}
      {run ? <RunFeeder key={run.id} run={run} /> : null}
    </>
  )
}
