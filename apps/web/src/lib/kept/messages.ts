import { storedName } from '../base-path.ts'
import type { FileRef } from './kept-path.ts'

/** Why nothing is fetched at the moment, though something waits. */
export type Trouble =
  /** No connection, or the server does not answer. */
  | 'network'
  /** Only on connections without a volume charge. */
  | 'metered'
  /** The server wants a login, or this account may not have it. */
  | 'signedOut'
  /** The device, or the listener's own limit. */
  | 'full'
  /** The browser failed to store something, for another reason. */
  | 'storage'

/** How much of a file has arrived. */
export type FileProgress = FileRef & { receivedBytes: number }

/** Between the tabs and the service worker. */
export type KeptMessage =
  /** The database has changed: read it again. */
  | { type: 'changed' }
  /** By the tab that fetches, a few times a second. */
  | { type: 'progress'; files: FileProgress[]; bytesPerSecond: number | null }
  | { type: 'trouble'; trouble: Trouble | null }
  /** Asks the tab that fetches to look again at once, and to say where it is. */
  | { type: 'wake' }

const NAME = storedName('otodana-kept')

/** Opens the channel between tabs and worker. A sender does not receive its own messages. */
export function openKeptChannel(): BroadcastChannel {
  return new BroadcastChannel(NAME)
}
