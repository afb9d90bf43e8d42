export { DefaultMarkTarget, MarkTarget } from './MarkTargetSettings.tsx'
export { PlaylistsOverPage } from './OverPage.tsx'
export { AddToPlaylistButton, PlaylistMenuButton } from './PlaylistMenuButton.tsx'
export { MayBePrivate, MissingPlaylist } from './MissingPlaylist.tsx'
export { PlaylistPending } from './PlaylistPending.tsx'
export { PlaylistScreen } from './PlaylistScreen.tsx'
export { playlistLoader } from './playlist-loader.ts'
export { playlistsLoader } from './playlists-loader.ts'
export {
  playlistDefaults,
  playlistHref,
  playlistsDefaults,
  playlistSearch,
  playlistsSearch,
  type PlaylistSearch,
  type PlaylistsSearch,
} from './playlists-search.ts'
export { PlaylistsScreen } from './PlaylistsScreen.tsx'
export { QuickMarkButton } from './QuickMarkButton.tsx'
export { useCardMenu } from './use-card-menu.ts'
export { UnnamedPlaylist } from './UnnamedPlaylist.tsx'
