import type { MigrationProvider } from 'kysely/migration'

import type { DialectName } from '../dialect.ts'
import { library } from './0001-library.ts'
import { catalogueChange } from './0002-catalogue-change.ts'
import { jobsAndSound } from './0003-jobs-and-sound.ts'
import { subtitleSearch } from './0004-subtitle-search.ts'
import { namesClosedUp } from './0005-names-closed-up.ts'
import { noSearchText } from './0006-no-search-text.ts'
import { accounts } from './0007-accounts.ts'
import { places } from './0008-places.ts'
import { reviews } from './0009-reviews.ts'
import { playlists } from './0010-playlists.ts'
import { memberIndexes } from './0011-member-indexes.ts'
import { actorsAndGuests } from './0012-actors-and-guests.ts'
import { feedback } from './0013-feedback.ts'
import { playlistPlaces } from './0014-playlist-places.ts'
import { guestIndex } from './0015-guest-index.ts'
import { listening } from './0016-listening.ts'
import { emailVerification } from './0017-email-verification.ts'
import { tagVotes } from './0018-tag-votes.ts'
import { awayIsNotBroken } from './0019-away-is-not-broken.ts'
import { unrated } from './0020-unrated.ts'
import { fileReadVersion } from './0021-file-read-version.ts'
import { knownNetworks } from './0022-known-networks.ts'
import { providedMetadata } from './0023-provided-metadata.ts'
import { seriesAndStaff } from './0024-series-and-staff.ts'
import { folderMetadataAndEdits } from './0025-folder-metadata-and-edits.ts'
import { namesAndSelections } from './0026-names-and-selections.ts'
import { folderIdentities } from './0027-folder-identities.ts'
import { movedWorks } from './0029-moved-works.ts'
import { libraryFolders } from './0031-library-folders.ts'
import { movedIn } from './0032-moved-in.ts'
import { missingSince } from './0033-missing-since.ts'
import { history } from './0037-history.ts'
import { chapters } from './0038-chapters.ts'
import { automaticProgress } from './0039-automatic-progress.ts'
import { appPasswords } from './0042-app-passwords.ts'
import { subsonic } from './0043-subsonic.ts'
import { keyedWrites } from './0070-keyed-writes.ts'
import { subtitleLanguages } from './0071-subtitle-languages.ts'
import { podcastFeeds } from './0072-podcast-feeds.ts'
import { readModelFiles } from './0080-read-model-files.ts'

/** In order; released ones are never edited. */
export function migrationsFor(dialect: DialectName): MigrationProvider {
  return {
    getMigrations: () =>
      Promise.resolve({
        '0001-library': { up: (db) => library(db, dialect) },
        '0002-catalogue-change': { up: (db) => catalogueChange(db, dialect) },
        '0003-jobs-and-sound': { up: (db) => jobsAndSound(db, dialect) },
        '0004-subtitle-search': { up: (db) => subtitleSearch(db, dialect) },
        '0005-names-closed-up': { up: namesClosedUp },
        '0006-no-search-text': { up: noSearchText },
        '0007-accounts': { up: (db) => accounts(db, dialect) },
        '0008-places': { up: (db) => places(db, dialect) },
        '0009-reviews': { up: (db) => reviews(db, dialect) },
        '0010-playlists': { up: (db) => playlists(db, dialect) },
        '0011-member-indexes': { up: memberIndexes },
        '0012-actors-and-guests': { up: actorsAndGuests },
        '0013-feedback': { up: (db) => feedback(db, dialect) },
        '0014-playlist-places': { up: playlistPlaces },
        '0015-guest-index': { up: guestIndex },
        '0016-listening': { up: (db) => listening(db, dialect) },
        '0017-email-verification': { up: (db) => emailVerification(db, dialect) },
        '0018-tag-votes': { up: (db) => tagVotes(db, dialect) },
        '0019-away-is-not-broken': { up: awayIsNotBroken },
        '0020-unrated': { up: unrated },
        '0021-file-read-version': { up: fileReadVersion },
        '0022-known-networks': { up: (db) => knownNetworks(db, dialect) },
        '0023-provided-metadata': { up: (db) => providedMetadata(db, dialect) },
        '0024-series-and-staff': { up: (db) => seriesAndStaff(db, dialect) },
        '0025-folder-metadata-and-edits': { up: (db) => folderMetadataAndEdits(db, dialect) },
        '0026-names-and-selections': { up: (db) => namesAndSelections(db, dialect) },
        '0027-folder-identities': { up: (db) => folderIdentities(db, dialect) },
        '0029-moved-works': { up: (db) => movedWorks(db, dialect) },
        '0031-library-folders': { up: (db) => libraryFolders(db, dialect) },
        '0032-moved-in': { up: (db) => movedIn(db, dialect) },
        '0033-missing-since': { up: (db) => missingSince(db, dialect) },
        '0037-history': { up: (db) => history(db, dialect) },
        '0038-chapters': { up: chapters },
        '0039-automatic-progress': { up: automaticProgress },
        '0042-app-passwords': { up: (db) => appPasswords(db, dialect) },
        '0043-subsonic': { up: (db) => subsonic(db, dialect) },
        '0070-keyed-writes': { up: (db) => keyedWrites(db, dialect) },
        '0071-subtitle-languages': { up: (db) => subtitleLanguages(db, dialect) },
        '0072-podcast-feeds': { up: (db) => podcastFeeds(db, dialect) },
        '0080-read-model-files': { up: (db) => readModelFiles(db, dialect) },
      }),
  }
}
