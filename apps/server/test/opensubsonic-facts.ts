/**
 * Facts of the published OpenSubsonic schema (its OpenAPI description): the fields of each object, their types, and which are
 * required. `string!` is required, `[Child]` a list.
 */
const types: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  License: { valid: 'boolean!', email: 'string', licenseExpires: 'time', trialExpires: 'time' },
  Extension: { name: 'string!', versions: '[integer]!' },
  TokenInfo: { username: 'string!' },
  User: {
    username: 'string!',
    email: 'string',
    folder: '[integer]',
    scrobblingEnabled: 'boolean!',
    adminRole: 'boolean!',
    settingsRole: 'boolean!',
    downloadRole: 'boolean!',
    uploadRole: 'boolean!',
    playlistRole: 'boolean!',
    coverArtRole: 'boolean!',
    commentRole: 'boolean!',
    podcastRole: 'boolean!',
    streamRole: 'boolean!',
    jukeboxRole: 'boolean!',
    shareRole: 'boolean!',
    videoConversionRole: 'boolean!',
    maxBitRate: 'integer',
    avatarLastChanged: 'time',
  },
  ScanStatus: { scanning: 'boolean!', count: 'integer' },
  MusicFolders: { musicFolder: '[MusicFolder]' },
  MusicFolder: { id: 'integer!', name: 'string' },
  Indexes: {
    ignoredArticles: 'string!',
    lastModified: 'integer!',
    shortcut: '[Artist]',
    child: '[Child]',
    index: '[Index]',
  },
  Index: { name: 'string!', artist: '[Artist]' },
  Artist: {
    id: 'string!',
    name: 'string!',
    starred: 'time',
    artistImageUrl: 'string',
    userRating: 'integer',
    averageRating: 'number',
  },
  ArtistsID3: { ignoredArticles: 'string', index: '[IndexID3]' },
  IndexID3: { name: 'string!', artist: '[ArtistID3]!' },
  ArtistID3: {
    id: 'string!',
    name: 'string!',
    coverArt: 'string',
    artistImageUrl: 'string',
    albumCount: 'integer',
    starred: 'time',
    musicBrainzId: 'string',
    sortName: 'string',
    roles: '[string]',
    userRating: 'integer',
    // Of the artist with albums.
    album: '[AlbumID3]',
  },
  AlbumID3: {
    id: 'string!',
    name: 'string!',
    version: 'string',
    artist: 'string',
    artistId: 'string',
    year: 'integer',
    coverArt: 'string',
    starred: 'time',
    duration: 'integer!',
    playCount: 'integer',
    genre: 'string',
    created: 'time!',
    songCount: 'integer!',
    played: 'time',
    userRating: 'integer',
    recordLabels: '[ItemGenre]',
    musicBrainzId: 'string',
    genres: '[ItemGenre]',
    artists: '[ArtistID3]',
    displayArtist: 'string',
    releaseTypes: '[string]',
    moods: '[string]',
    sortName: 'string',
    originalReleaseDate: 'ItemDate',
    releaseDate: 'ItemDate',
    isCompilation: 'boolean',
    explicitStatus: 'string',
    discTitles: '[DiscTitle]',
    song: '[Child]',
  },
  ItemGenre: { name: 'string!' },
  ItemDate: { year: 'integer', month: 'integer', day: 'integer' },
  DiscTitle: { disc: 'integer!', title: 'string!', coverArt: 'string' },
  Contributor: { role: 'string!', subRole: 'string', artist: 'ArtistID3!' },
  Child: {
    id: 'string!',
    parent: 'string',
    isDir: 'boolean!',
    title: 'string!',
    album: 'string',
    artist: 'string',
    track: 'integer',
    year: 'integer',
    coverArt: 'string',
    size: 'integer',
    contentType: 'string',
    suffix: 'string',
    starred: 'time',
    duration: 'integer',
    bitRate: 'integer',
    bitDepth: 'integer',
    samplingRate: 'integer',
    channelCount: 'integer',
    path: 'string',
    playCount: 'integer',
    played: 'time',
    discNumber: 'integer',
    created: 'time',
    albumId: 'string',
    artistId: 'string',
    type: 'string',
    mediaType: 'string',
    isVideo: 'boolean',
    bpm: 'integer',
    comment: 'string',
    sortName: 'string',
    musicBrainzId: 'string',
    isrc: '[string]',
    genres: '[ItemGenre]',
    artists: '[ArtistID3]',
    displayArtist: 'string',
    albumArtists: '[ArtistID3]',
    displayAlbumArtist: 'string',
    contributors: '[Contributor]',
    displayComposer: 'string',
    moods: '[string]',
    explicitStatus: 'string',
    genre: 'string',
    transcodedContentType: 'string',
    transcodedSuffix: 'string',
    userRating: 'integer',
    averageRating: 'number',
    bookmarkPosition: 'integer',
    originalWidth: 'integer',
    originalHeight: 'integer',
  },
  Directory: {
    id: 'string!',
    name: 'string!',
    parent: 'string',
    starred: 'time',
    userRating: 'integer',
    averageRating: 'number',
    playCount: 'integer',
    child: '[Child]',
  },
  Genres: { genre: '[Genre]' },
  Genre: { value: 'string!', songCount: 'integer!', albumCount: 'integer!' },
  AlbumInfo: {
    notes: 'string',
    musicBrainzId: 'string',
    smallImageUrl: 'string',
    mediumImageUrl: 'string',
    largeImageUrl: 'string',
    lastFmUrl: 'string',
  },
  ArtistInfo: { biography: 'string', similarArtist: '[Artist]' },
  ArtistInfo2: { biography: 'string', similarArtist: '[ArtistID3]' },
  AlbumList: { album: '[Child]' },
  AlbumList2: { album: '[AlbumID3]' },
  Songs: { song: '[Child]' },
  Starred: { artist: '[Artist]', album: '[Child]', song: '[Child]' },
  Starred2: { artist: '[ArtistID3]', album: '[AlbumID3]', song: '[Child]' },
  NowPlaying: { entry: '[Child]' },
  Lyrics: { value: 'string!', artist: 'string', title: 'string' },
  LyricsList: { structuredLyrics: '[StructuredLyrics]' },
  StructuredLyrics: {
    lang: 'string!',
    synced: 'boolean!',
    line: '[Line]!',
    displayArtist: 'string',
    displayTitle: 'string',
    offset: 'number',
  },
  Line: { value: 'string!', start: 'number' },
  Playlists: { playlist: '[Playlist]' },
  Playlist: {
    id: 'string!',
    name: 'string!',
    owner: 'string',
    public: 'boolean',
    created: 'time!',
    changed: 'time!',
    songCount: 'integer!',
    duration: 'integer!',
    readonly: 'boolean',
    validUntil: 'time',
    comment: 'string',
    coverArt: 'string',
    allowedUser: '[string]',
    // Of the playlist with songs.
    entry: '[Child]',
  },
  PlayQueue: {
    current: 'string',
    position: 'integer',
    username: 'string!',
    changed: 'time!',
    changedBy: 'string!',
    entry: '[Child]',
  },
  PlayQueueByIndex: {
    currentIndex: 'integer',
    position: 'integer',
    username: 'string!',
    changed: 'time!',
    changedBy: 'string!',
    entry: '[Child]',
  },
  Bookmarks: { bookmark: '[Bookmark]' },
  Bookmark: {
    entry: 'Child!',
    position: 'integer!',
    username: 'string!',
    comment: 'string',
    created: 'time!',
    changed: 'time!',
  },
  Podcasts: { channel: '[Child]' },
  NewestPodcasts: { episode: '[Child]' },
  InternetRadioStations: { internetRadioStation: '[Child]' },
  Shares: { share: '[Child]' },
  Videos: { video: '[Child]' },
  Error: { code: 'integer!', message: 'string', helpUrl: 'string' },
}

/** The element of each call’s answer; null: none. */
export const answers: Readonly<Record<string, { element: string; type: string } | null>> = {
  ping: null,
  getLicense: { element: 'license', type: 'License' },
  getOpenSubsonicExtensions: { element: 'openSubsonicExtensions', type: '[Extension]' },
  tokenInfo: { element: 'tokenInfo', type: 'TokenInfo' },
  getUser: { element: 'user', type: 'User' },
  getScanStatus: { element: 'scanStatus', type: 'ScanStatus' },
  getMusicFolders: { element: 'musicFolders', type: 'MusicFolders' },
  getIndexes: { element: 'indexes', type: 'Indexes' },
  getMusicDirectory: { element: 'directory', type: 'Directory' },
  getArtists: { element: 'artists', type: 'ArtistsID3' },
  getArtist: { element: 'artist', type: 'ArtistID3' },
  getArtistInfo: { element: 'artistInfo', type: 'ArtistInfo' },
  getArtistInfo2: { element: 'artistInfo2', type: 'ArtistInfo2' },
  getAlbum: { element: 'album', type: 'AlbumID3' },
  getAlbumInfo: { element: 'albumInfo', type: 'AlbumInfo' },
  getAlbumInfo2: { element: 'albumInfo', type: 'AlbumInfo' },
  getAlbumList: { element: 'albumList', type: 'AlbumList' },
  getAlbumList2: { element: 'albumList2', type: 'AlbumList2' },
  getSong: { element: 'song', type: 'Child' },
  getGenres: { element: 'genres', type: 'Genres' },
  getSongsByGenre: { element: 'songsByGenre', type: 'Songs' },
  getRandomSongs: { element: 'randomSongs', type: 'Songs' },
  getTopSongs: { element: 'topSongs', type: 'Songs' },
  getSimilarSongs: { element: 'similarSongs', type: 'Songs' },
  getSimilarSongs2: { element: 'similarSongs2', type: 'Songs' },
  search2: { element: 'searchResult2', type: 'Starred' },
  search3: { element: 'searchResult3', type: 'Starred2' },
  getLyrics: { element: 'lyrics', type: 'Lyrics' },
  getLyricsBySongId: { element: 'lyricsList', type: 'LyricsList' },
  getStarred: { element: 'starred', type: 'Starred' },
  getStarred2: { element: 'starred2', type: 'Starred2' },
  star: null,
  unstar: null,
  setRating: null,
  scrobble: null,
  getPlaylists: { element: 'playlists', type: 'Playlists' },
  getPlaylist: { element: 'playlist', type: 'Playlist' },
  createPlaylist: { element: 'playlist', type: 'Playlist' },
  updatePlaylist: null,
  deletePlaylist: null,
  getPlayQueue: { element: 'playQueue', type: 'PlayQueue' },
  savePlayQueue: null,
  getPlayQueueByIndex: { element: 'playQueueByIndex', type: 'PlayQueueByIndex' },
  savePlayQueueByIndex: null,
  getBookmarks: { element: 'bookmarks', type: 'Bookmarks' },
  createBookmark: null,
  deleteBookmark: null,
  getNowPlaying: { element: 'nowPlaying', type: 'NowPlaying' },
  getPodcasts: { element: 'podcasts', type: 'Podcasts' },
  getNewestPodcasts: { element: 'newestPodcasts', type: 'NewestPodcasts' },
  getInternetRadioStations: { element: 'internetRadioStations', type: 'InternetRadioStations' },
  getShares: { element: 'shares', type: 'Shares' },
  getVideos: { element: 'videos', type: 'Videos' },
}

/** Objects whose texts are elements in XML; those of others are attributes. */
const withTextElements: ReadonlySet<string> = new Set(['AlbumInfo', 'ArtistInfo', 'ArtistInfo2'])

const isTime = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  time: isTime,
}

const listed = (type: string) => /^\[(\w+)\]$/.exec(type)?.[1]

/** Returns what in a value is not of a type: unknown fields, missing ones, and wrong types, by their paths. */
export function wrongIn(type: string, value: unknown, path = ''): string[] {
  const item = listed(type)
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${path} is no list`]
    return value.flatMap((one, index) => wrongIn(item, one, `${path}[${index}]`))
  }
  const isScalar = scalars[type]
  if (isScalar) return isScalar(value) ? [] : [`${path} is no ${type}: ${JSON.stringify(value)}`]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no ${type}`]
  const fields = types[type]!
  const missing = Object.entries(fields).filter(([name, field]) => field.endsWith('!') && !(name in value))
  return [
    ...missing.map(([name]) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, one]) => {
      const field = Object.hasOwn(fields, name) ? fields[name]! : null
      return field === null ? [`${path}.${name} is unknown`] : wrongIn(field.replace('!', ''), one, `${path}.${name}`)
    }),
  ]
}

/** An element of an XML document. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }

/** Reads an element as an object of a type, as typed clients do: what the type does not have stays a text. */
export function readXml(type: string, { attributes, children, text }: XmlElement): unknown {
  const fields = types[type]
  if (fields === undefined) return scalarOf(type, text)
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(attributes)) {
    const field = fields[name]?.replace('!', '') ?? 'string'
    found[name] = withTextElements.has(type) ? { attribute: value } : scalarOf(field, value)
  }
  for (const child of children) {
    const field = fields[child.name]?.replace('!', '') ?? 'string'
    const item = listed(field)
    if (item === undefined) found[child.name] = readXml(field, child)
    else ((found[child.name] ??= []) as unknown[]).push(readXml(item, child))
  }
  if ('value' in fields) found.value = text
  return found
}

/** What is not of the type stays a text. */
function scalarOf(type: string, text: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return (type === 'integer' || type === 'number') && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}
