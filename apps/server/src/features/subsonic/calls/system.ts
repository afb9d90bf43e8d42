import type { Streams } from '#features/streams/index.ts'

import type { Element } from '../answer.ts'
import { isOwnName } from '../login.ts'
import type { ScanState } from '../scan-state.ts'
import type { SubsonicLibrary } from '../library.ts'
import { SubsonicError } from '../subsonic-error.ts'
import { MUSIC_FOLDER } from './browsing.ts'
import type { Handlers } from './handler.ts'

type Deps = { library: SubsonicLibrary; scanState: ScanState }

const extensions = ['apiKeyAuthentication', 'formPost', 'indexBasedQueue', 'songLyrics'] as const

/** Lists what this server can do: an offset needs ffmpeg, and a stream whose parts can be played. */
export async function listExtensions(streams: Pick<Streams, 'formats'>): Promise<Element[]> {
  const hasOffset = (await streams.formats()).includes('mp3')
  return [...extensions, ...(hasOffset ? ['transcodeOffset'] : [])].map((name) => ({ name, versions: [1] }))
}

export function systemCalls({ library, scanState }: Deps): Handlers {
  return {
    ping: () => ({}),
    getLicense: () => ({ license: { valid: true } }),

    getUser({ account, parameters }) {
      if (!isOwnName(parameters.text('username'), account)) {
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
