import type { ScanState } from '../scan-state.ts'
import type { SubsonicLibrary } from '../library.ts'
import { SubsonicError } from '../subsonic-error.ts'
import { MUSIC_FOLDER } from './browsing.ts'
import type { Handlers } from './handler.ts'

type Deps = { library: SubsonicLibrary; scanState: ScanState }

const extensions = [
  { name: 'apiKeyAuthentication', versions: [1] },
  { name: 'formPost', versions: [1] },
  { name: 'indexBasedQueue', versions: [1] },
  { name: 'songLyrics', versions: [1] },
  { name: 'transcodeOffset', versions: [1] },
]

/** Needs no login: apps ask it to learn how they can log in. */
export const getOpenSubsonicExtensions = () => ({ openSubsonicExtensions: extensions })

export function systemCalls({ library, scanState }: Deps): Handlers {
  return {
    ping: () => ({}),
    getLicense: () => ({ license: { valid: true } }),

    getUser({ account, parameters }) {
      const asked = parameters.text('username')
      if (asked !== null && asked !== account.name) {
        throw new SubsonicError('forbidden', 'Only your own account can be read.')
      }
      return {
        user: {
          username: account.name,
          scrobblingEnabled: true,
          // An app password never has an administrator's rights.
          adminRole: false,
          settingsRole: false,
          downloadRole: true,
          uploadRole: false,
          playlistRole: true,
          coverArtRole: false,
          commentRole: true,
          podcastRole: false,
          streamRole: true,
          jukeboxRole: false,
          shareRole: false,
          videoConversionRole: false,
          folder: [MUSIC_FOLDER.id],
        },
      }
    },

    tokenInfo: ({ account }) => ({ tokenInfo: { username: account.name } }),

    async getScanStatus() {
      const [scanning, count] = await Promise.all([scanState.isScanning(), library.songCount()])
      return { scanStatus: { scanning, count } }
    },

    startScan() {
      throw new SubsonicError('forbidden', 'Scans are started by administrators, in Otodana itself.')
    },

    getPodcasts: () => ({ podcasts: { channel: [] } }),
    getNewestPodcasts: () => ({ newestPodcasts: { episode: [] } }),
    getInternetRadioStations: () => ({ internetRadioStations: { internetRadioStation: [] } }),
    getShares: () => ({ shares: { share: [] } }),
  }
}
