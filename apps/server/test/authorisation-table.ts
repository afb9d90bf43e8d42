import type { contract } from '@otodana/contract'

export const callers = ['nobody', 'guest', 'member', 'editor', 'administrator', 'serverToken'] as const
export type Caller = (typeof callers)[number]

/** The gate's answer: the visitor passes, must log in, or may not make the call. */
export type Door = 'passes' | 'mustLogIn' | 'guestCannot' | 'needsEditor' | 'needsAdmin'

type Row = Record<Caller, Door>

/** All visitors, even where the library is for members. */
const forAll: Row = {
  nobody: 'passes',
  guest: 'passes',
  member: 'passes',
  editor: 'passes',
  administrator: 'passes',
  serverToken: 'passes',
}
/** Members only where the library is for members, else `forAll`. */
const forReaders: Row = { ...forAll, nobody: 'mustLogIn' }
const forAccounts: Row = { ...forReaders, serverToken: 'mustLogIn' }
const forMembers: Row = { ...forAccounts, guest: 'guestCannot' }
const forAdmins: Row = { ...forReaders, guest: 'needsAdmin', member: 'needsAdmin', editor: 'needsAdmin' }
const forEditors: Row = { ...forReaders, guest: 'needsEditor', member: 'needsEditor' }

/** A call without a row here is a compile error, and one that answers otherwise a failed test. */
export const authorisation: Record<keyof typeof contract, Row> = {
  getHealth: forAll,
  getAbout: forAll,
  getMe: forAll,
  logIn: forAll,
  getRegistration: forAll,
  register: forAll,
  resetPassword: forAll,
  checkPasswordReset: forAll,
  finishPasswordReset: forAll,

  getPlaylist: forReaders,
  listPlaylistWorks: forReaders,
  listPlaylistWorksByKeyword: forReaders,
  listWorks: forReaders,
  listWorksByBody: forReaders,
  searchWorks: forReaders,
  searchWorksByQuery: forReaders,
  searchWorksByBody: forReaders,
  searchWorksByPathAndBody: forReaders,
  listCircles: forReaders,
  getCircle: forReaders,
  listCircleWorks: forReaders,
  listTags: forReaders,
  getTag: forReaders,
  listTagWorks: forReaders,
  listVoiceActors: forReaders,
  getVoiceActor: forReaders,
  listVoiceActorWorks: forReaders,
  listSeries: forReaders,
  getSeries: forReaders,
  listSeriesWorks: forReaders,
  listStaff: forReaders,
  getStaff: forReaders,
  listStaffWorks: forReaders,
  getWorkInfo: forReaders,
  getWork: forReaders,
  listTracks: forReaders,
  listSounds: forReaders,
  searchSubtitles: forReaders,
  checkLyric: forReaders,
  listLyricCandidates: forReaders,
  streamMedia: forReaders,
  streamLowQuality: forReaders,
  downloadMedia: forReaders,
  downloadArchive: forReaders,
  getCover: forReaders,
  getSample: forReaders,
  getScan: forReaders,
  sendFeedback: forReaders,
  listPopular: forReaders,
  listRecommended: forReaders,
  listNeighbours: forReaders,
  sendListening: forReaders,

  createMediaToken: forAccounts,
  linkEmail: forAccounts,
  putReview: forAccounts,
  deleteReview: forAccounts,
  listReviews: forAccounts,

  changePassword: forMembers,
  endOtherSessions: forMembers,
  exportAccount: forMembers,
  deleteAccount: forMembers,
  checkEmailLink: forMembers,
  unlinkEmail: forMembers,
  listPlaylists: forMembers,
  createPlaylist: forMembers,
  editPlaylist: forMembers,
  deletePlaylist: forMembers,
  addWorksToPlaylist: forMembers,
  removeWorksFromPlaylist: forMembers,
  likePlaylist: forMembers,
  unlikePlaylist: forMembers,
  getPlaylistLike: forMembers,
  getDefaultMarkTarget: forMembers,
  setDefaultMarkTarget: forMembers,
  listPlaylistsWithWork: forMembers,
  voteOnTag: forMembers,
  addTagsToWork: forMembers,
  listPlaybackPositions: forMembers,
  savePlaybackPositions: forMembers,

  getWorkEdit: forEditors,
  editWork: forEditors,
  uploadCover: forEditors,
  listWorkEdits: forEditors,
  undoWorkEdit: forEditors,

  listUsers: forAdmins,
  editUser: forAdmins,
  resetUserPassword: forAdmins,
  getServerSettings: forAdmins,
  editServerSettings: forAdmins,
  getServerStatus: forAdmins,
  listFailedJobs: forAdmins,
  retryFailedJobs: forAdmins,
  cancelMetadataFetch: forAdmins,
  exportMetadata: forAdmins,
  importMetadata: forAdmins,
  fetchMetadata: forAdmins,
  getMetadataFetch: forAdmins,
  listFailedMetadata: forAdmins,
  listNotFoundMetadata: forAdmins,
  retryFailedMetadata: forAdmins,
  switchMetadataFetch: forAdmins,
  listAlikeNames: forEditors,
  previewNameMerge: forEditors,
  mergeNames: forEditors,
  renameName: forEditors,
  listNameChanges: forEditors,
  undoNameChange: forEditors,
  listSecurityEvents: forAdmins,
  listFeedback: forAdmins,
  editFeedback: forAdmins,
  deleteFeedback: forAdmins,
  markFeedbackDone: forAdmins,
  deleteDoneFeedback: forAdmins,
  startScan: forAdmins,
  cancelScan: forAdmins,
  watchScan: forAdmins,
  listProblems: forAdmins,
  listMissingWorks: forAdmins,
}

/** Rows that are open if the library is. */
export const readersRow = forReaders
