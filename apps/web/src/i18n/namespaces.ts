import type about from './en/about.json'
import type accountImport from './en/account-import.json'
import type accounts from './en/accounts.json'
import type admin from './en/admin.json'
import type appPasswords from './en/app-passwords.json'
import type codeCorrection from './en/code-correction.json'
import type debug from './en/debug.json'
import type downloads from './en/downloads.json'
import type editing from './en/editing.json'
import type errors from './en/errors.json'
import type favourites from './en/favourites.json'
import type feedback from './en/feedback.json'
import type fileMenu from './en/file-menu.json'
import type filePreview from './en/file-preview.json'
import type fileTree from './en/file-tree.json'
import type filters from './en/filters.json'
import type health from './en/health.json'
import type history from './en/history.json'
import type deferredErrors from './en/errors-deferred.json'
import type kept from './en/kept.json'
import type kikoeru from './en/kikoeru.json'
import type libraryFolders from './en/library-folders.json'
import type localSubtitles from './en/local-subtitles.json'
import type lyrics from './en/lyrics.json'
import type menu from './en/menu.json'
import type metadataLookup from './en/metadata-lookup.json'
import type nameEditing from './en/name-editing.json'
import type names from './en/names.json'
import type oldIos from './en/old-ios.json'
import type offline from './en/offline.json'
import type outbox from './en/outbox.json'
import type player from './en/player.json'
import type playlists from './en/playlists.json'
import type podcasts from './en/podcasts.json'
import type recommender from './en/recommender.json'
import type reviews from './en/reviews.json'
import type search from './en/search.json'
import type series from './en/series.json'
import type settings from './en/settings.json'
import type settingsBackup from './en/settings-backup.json'
import type setup from './en/setup.json'
import type shell from './en/shell.json'
import type subtitleSearch from './en/subtitle-search.json'
import type tagVotes from './en/tag-votes.json'
import type ui from './en/ui.json'
import type video from './en/video.json'
import type workDetail from './en/work-detail.json'
import type workSelection from './en/work-selection.json'
import type works from './en/works.json'

/** Every namespace, for type-checked keys. New features add a line. */
type Texts = {
  about: typeof about
  'account-import': typeof accountImport
  accounts: typeof accounts
  admin: typeof admin
  'app-passwords': typeof appPasswords
  'code-correction': typeof codeCorrection
  debug: typeof debug
  downloads: typeof downloads
  editing: typeof editing
  errors: typeof errors
  favourites: typeof favourites
  feedback: typeof feedback
  'file-menu': typeof fileMenu
  'file-preview': typeof filePreview
  'file-tree': typeof fileTree
  filters: typeof filters
  health: typeof health
  history: typeof history
  'errors-deferred': typeof deferredErrors
  kept: typeof kept
  kikoeru: typeof kikoeru
  'library-folders': typeof libraryFolders
  'local-subtitles': typeof localSubtitles
  lyrics: typeof lyrics
  menu: typeof menu
  'metadata-lookup': typeof metadataLookup
  'name-editing': typeof nameEditing
  names: typeof names
  'old-ios': typeof oldIos
  offline: typeof offline
  outbox: typeof outbox
  player: typeof player
  playlists: typeof playlists
  podcasts: typeof podcasts
  recommender: typeof recommender
  reviews: typeof reviews
  search: typeof search
  series: typeof series
  settings: typeof settings
  'settings-backup': typeof settingsBackup
  setup: typeof setup
  shell: typeof shell
  'subtitle-search': typeof subtitleSearch
  'tag-votes': typeof tagVotes
  ui: typeof ui
  video: typeof video
  'work-detail': typeof workDetail
  'work-selection': typeof workSelection
  works: typeof works
}

export type Namespace = keyof Texts

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutPlural<K extends string> = K extends `${infer Stem}_${PluralForm}` ? Stem : K
type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Leaves<T[K]>}`
}[keyof T & string]

/** The dotted keys of a namespace; for plural forms, the stem. */
export type Key<N extends Namespace> = Leaves<Texts[N]>
