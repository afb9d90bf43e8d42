/* All keys of the browser's storage. Devices have stored values: renaming a key loses its value. */

/** Keys of localStorage, shared by all tabs. */
export const deviceKeys = [
  /** Members who have used this device, to tell accounts with the same id apart. */
  'accounts',
  /** Works to continue. */
  'begun',
  /** Message between tabs: the member's data have changed. */
  'changed-at',
  /** This browser's id among a member's devices. */
  'device',
  'download-device',
  /** Unfinished downloads in folders of this device. */
  'download-parts',
  /** What was heard: unsent by members, and the history of visitors without an account. */
  'history',
  /** What is kept on this device, in numbers: without them nothing of that is loaded. */
  'kept',
  /** How works are kept: the limit, and on which connections. */
  'kept-choices',
  /** The session's token as plain text; other clients of the API use the same key and format. */
  'jwt-token',
  /** The names of a member's playlists, for changes without a connection. */
  'known-playlists',
  /** The chosen language. */
  'lang',
  /** The member who used this device last: before another one is shown, what was left is removed. */
  'last-account',
  /** Whose the session is, for visits without a connection. */
  'listener',
  /** The tab that sends listening feedback at present. */
  'listening-sender',
  /** Unsent listening feedback. */
  'listening-unsent',
  /** Choices of subtitles and their position. */
  'lyrics',
  /** The token in URLs of files and covers. */
  'media-token',
  'old-ios-notice',
  /** How many changes wait to be sent, by account. */
  'outbox',
  /** The listener's answers about positions of other devices. */
  'places-noted',
  /** Unsent playback positions. */
  'places-unsent',
  'player',
  /** Playback positions on this device. */
  'player-places',
  'player-tracks',
  /** Message between tabs: one has started playback. */
  'player-voice',
  /** The last searches, for suggestions. */
  'recent-searches',
  'settings',
  /** Message between tabs: the member has signed out. */
  'signed-out',
  'stopped-shelves',
  'tag-vote-rules',
  'text-preview',
] as const
export type DeviceKey = (typeof deviceKeys)[number]

/** Keys of sessionStorage, which lasts as long as its tab. */
export const tabKeys = [
  /** Where each work's page was entered from. */
  'came-from',
  /** The API's base URL used despite its failing health check. */
  'health-forced',
  /** The last search. */
  'keyword',
  /** What was heard, for listening feedback. */
  'listening',
  /** The pending mail verification. */
  'mail-proof',
  'mini-app',
  'opened-subtitles',
  'player',
  /** Consent to volumes above 100 %. */
  'player-louder',
  'player-sleep',
  'player-tracks',
  'review-drafts',
] as const
export type TabKey = (typeof tabKeys)[number]

/** Data that members entered or downloaded; removed when they sign out. */
export const clearedAtSignOut = {
  device: ['begun', 'download-parts', 'known-playlists', 'listener', 'recent-searches'],
  tab: ['mail-proof', 'review-drafts'],
} as const satisfies { device: readonly DeviceKey[]; tab: readonly TabKey[] }
