/*
 * Every key that the app stores something under in the browser. Visitors' devices hold values under them: a renamed key
 * loses its value.
 */

/** Keys of localStorage, which all tabs share and which outlives them. */
export const deviceKeys = [
  /** Message between tabs: something of the member's has changed. */
  'changed-at',
  /** This browser's id among a member's devices. */
  'device',
  'download-device',
  /** Unfinished downloads in folders of this device. */
  'download-parts',
  /** The session's token as plain text; other clients of the API use the same key and format. */
  'jwt-token',
  /** The chosen language. */
  'lang',
  /** Which tab sends listening feedback at present. */
  'listening-sender',
  /** Listening feedback that the server has not received yet. */
  'listening-unsent',
  /** Choices of subtitles and where they are shown. */
  'lyrics',
  /** The token that addresses of files and covers carry. */
  'media-token',
  'old-ios-notice',
  /** Which positions of other devices the listener was asked about. */
  'places-noted',
  /** Playback positions that the server has not received yet. */
  'places-unsent',
  'player',
  /** Playback positions on this device. */
  'player-places',
  'player-tracks',
  /** Message between tabs: one has begun to play. */
  'player-voice',
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
  /** Where each page of a work was entered from. */
  'came-from',
  /** The API's address that is used although its health check fails. */
  'health-forced',
  /** The last search. */
  'keyword',
  /** What has been heard, for listening feedback. */
  'listening',
  /** The mail that verifies an address, while it is awaited. */
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

/** What a member has entered or saved to disk; removed when they sign out. */
export const clearedAtSignOut = {
  device: ['download-parts'],
  tab: ['mail-proof', 'review-drafts'],
} as const satisfies { device: readonly DeviceKey[]; tab: readonly TabKey[] }
