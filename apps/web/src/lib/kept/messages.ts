import { storedName } from '../base-path.ts'

/** Why nothing is fetched at the moment, though something waits. */
export type Trouble =
  /** No connection, or the server does not answer. */
  | 'network'
  /** The server answers that it cannot send the file now: it is overloaded, or a library folder is away. */
  | 'busy'
  /** Only on connections without a volume charge. */
  | 'metered'
  /** The server wants a login, or this account may not have it. */
  | 'signedOut'
  /** The device, or the listener's own limit. */
  | 'full'
  /** The browser failed to store something, for another reason. */
  | 'storage'

/** Between the tabs and the service worker. */
export type KeptMessage =
  /** The database has changed: works have come or gone, or only their files are in another state. */
  | { type: 'changed'; what: 'works' | 'files' }
  /** By the tab that fetches, a few times a second; `pendingBytes` have arrived and are not stored yet, by work. */
  | { type: 'progress'; pendingBytes: Record<number, number>; bytesPerSecond: number | null }
  | { type: 'trouble'; trouble: Trouble | null }
  /** Asks the tab that fetches to try again at once. */
  | { type: 'wake' }

const NAME = storedName('otodana-kept')

/** Opens the channel between tabs and worker. An object does not receive its own messages. */
export function openKeptChannel(): BroadcastChannel {
  return new BroadcastChannel(NAME)
}
