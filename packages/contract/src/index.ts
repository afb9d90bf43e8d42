import { importAccount } from './account-export.ts'
import { getAbout } from './about.ts'
import { changePassword, deleteAccount, endOtherSessions, exportAccount } from './account-settings.ts'
import { createMediaToken, getMe, getRegistration, logIn, register } from './accounts.ts'
import { createAppPassword, listAppPasswords, revokeAppPassword } from './app-passwords.ts'
import {
  editServerSettings,
  editUser,
  getServerSettings,
  getServerStatus,
  listFailedJobs,
  listSecurityEvents,
  listUsers,
  resetUserPassword,
  retryFailedJobs,
} from './admin.ts'
import { cancelBackup, createBackupLink, downloadBackup, listBackups, startBackup } from './backups.ts'
import { editWork, getWorkEdit, listWorkEdits, undoWorkEdit, uploadCover } from './editing.ts'
import {
  checkEmailLink,
  checkPasswordReset,
  finishPasswordReset,
  linkEmail,
  resetPassword,
  unlinkEmail,
} from './emails.ts'
import {
  deleteDoneFeedback,
  deleteFeedback,
  editFeedback,
  listFeedback,
  markFeedbackDone,
  sendFeedback,
} from './feedback.ts'
import { continueSetup, finishSetup, getSetup } from './setup.ts'
import { getHealth } from './health.ts'
import {
  clearHistory,
  listBegunWorks,
  listHistory,
  putWorkAside,
  removeFromHistory,
  saveHistory,
  switchHistory,
} from './history.ts'
import { getLivez, getReadyz } from './probes.ts'
import {
  cancelScan,
  correctCode,
  listFolders,
  makeFolderWork,
  undoFolder,
  getScan,
  listMissingWorks,
  listProblems,
  startScan,
  watchScan,
} from './library.ts'
import { addLibraryFolder, browseFolders, listLibraryFolders, removeLibraryFolder } from './library-folders.ts'
import {
  listCircleWorks,
  listSeriesWorks,
  listStaffWorks,
  listTagWorks,
  listVoiceActorWorks,
  listWorks,
  listWorksByBody,
  searchWorks,
  searchWorksByBody,
  searchWorksByPathAndBody,
  searchWorksByQuery,
  countWorks,
} from './lists.ts'
import { checkLyric, listLyricCandidates } from './lyrics.ts'
import {
  downloadArchive,
  downloadMedia,
  getCover,
  getSample,
  getVideoState,
  streamLowQuality,
  streamMedia,
  streamVideo,
} from './media.ts'
import {
  cancelMetadataFetch,
  exportMetadata,
  fetchMetadata,
  getMetadataFetch,
  getWorkLookup,
  importMetadata,
  listFailedMetadata,
  listNotFoundMetadata,
  retryFailedMetadata,
  switchMetadataFetch,
} from './metadata.ts'
import {
  endKikoeruImport,
  getKikoeruImport,
  getKikoeruReport,
  startKikoeruImport,
  uploadKikoeru,
  uploadKikoeruCover,
} from './moving.ts'
import {
  getCircle,
  getSeries,
  getStaff,
  getTag,
  getVoiceActor,
  listCircles,
  listSeries,
  listStaff,
  listTags,
  listVoiceActors,
} from './names.ts'
import {
  listAlikeNames,
  listFormerNames,
  listNameChanges,
  mergeNames,
  previewNameMerge,
  renameName,
  undoNameChange,
} from './name-editing.ts'
import {
  deletePlayedWork,
  getSharedConfig,
  getSmallPicture,
  getVersion,
  listLyricTasks,
  listPlayedWorks,
  putProgress,
  savePlayedWork,
  verifyFileHash,
} from './older-dialect.ts'
import {
  addWorksToPlaylist,
  createPlaylist,
  deletePlaylist,
  editPlaylist,
  getDefaultMarkTarget,
  getPlaylist,
  getPlaylistLike,
  likePlaylist,
  listPlaylists,
  listPlaylistsWithWork,
  listPlaylistWorks,
  listPlaylistWorksByKeyword,
  moveWorkInPlaylist,
  removeWorksFromPlaylist,
  setDefaultMarkTarget,
  unlikePlaylist,
} from './playlists.ts'
import { endPodcastFeed, getPodcastFeed, renewPodcastFeed } from './podcasts.ts'
import { getTuning, listNeighbours, listPopular, listRecommended, sendListening } from './recommender.ts'
import { beginListening, deleteReview, findListening, finishListening, listReviews, putReview } from './reviews.ts'
import {
  addSelectionToPlaylist,
  cancelSelectionEdit,
  editSelection,
  getSelectionEdit,
  listSelectionEdits,
  refreshSelection,
  undoSelectionEdit,
} from './selections.ts'
import { listChapters } from './chapters.ts'
import { listSounds } from './sound.ts'
import { listPlaybackPositions, savePlaybackPositions } from './playback-positions.ts'
import { listSubtitleLanguages, searchSubtitles } from './subtitles.ts'
import { listTracks } from './tracks.ts'
import { addTagsToWork, voteOnTag } from './votes.ts'
import { getWork, getWorkInfo } from './works.ts'

export * from './about.ts'
export * from './account-export.ts'
export * from './split-export.ts'
export * from './account-settings.ts'
export * from './accounts.ts'
export * from './app-passwords.ts'
export * from './admin.ts'
export * from './backups.ts'
export * from './byte-range.ts'
export * from './chapters.ts'
export * from './editing.ts'
export * from './emails.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './feedback.ts'
export * from './health.ts'
export * from './history.ts'
export * from './library.ts'
export * from './library-folders.ts'
export * from './lists.ts'
export * from './lyrics.ts'
export * from './media.ts'
export * from './metadata.ts'
export * from './moving.ts'
export * from './name-editing.ts'
export * from './names.ts'
export * from './older-dialect.ts'
export * from './playback-positions.ts'
export * from './playlist-filters.ts'
export * from './password-rules.ts'
export * from './playlists.ts'
export * from './podcasts.ts'
export * from './primitives.ts'
export * from './probes.ts'
export * from './recommender.ts'
export * from './recordings/index.ts'
export * from './review-fields.ts'
export * from './reviews.ts'
export * from './saved-names.ts'
export * from './sound.ts'
export * from './selections.ts'
export * from './setup.ts'
export * from './sidecar-name.ts'
export * from './subtitles.ts'
export * from './tracks.ts'
export * from './votes.ts'
export * from './unknowns.ts'
export * from './works.ts'

/**
 * Every call of the API by name. The server's routes, the browser's client and the API reference are derived from it.
 */
export const contract = {
  getMe,
  logIn,
  getRegistration,
  register,
  changePassword,
  endOtherSessions,
  listAppPasswords,
  createAppPassword,
  revokeAppPassword,
  createMediaToken,
  exportAccount,
  deleteAccount,
  linkEmail,
  checkEmailLink,
  unlinkEmail,
  resetPassword,
  checkPasswordReset,
  finishPasswordReset,
  listWorks,
  listWorksByBody,
  searchWorks,
  searchWorksByQuery,
  searchWorksByBody,
  countWorks,
  searchWorksByPathAndBody,
  listCircles,
  getCircle,
  listCircleWorks,
  listTags,
  getTag,
  listTagWorks,
  listVoiceActors,
  getVoiceActor,
  listVoiceActorWorks,
  listSeries,
  getSeries,
  listSeriesWorks,
  listStaff,
  getStaff,
  listStaffWorks,
  listFormerNames,
  getWorkInfo,
  getWork,
  listTracks,
  listChapters,
  listSounds,
  listSubtitleLanguages,
  searchSubtitles,
  checkLyric,
  listLyricCandidates,
  streamMedia,
  streamLowQuality,
  streamVideo,
  getVideoState,
  downloadMedia,
  downloadArchive,
  getCover,
  getSample,
  getScan,
  startScan,
  correctCode,
  addLibraryFolder,
  browseFolders,
  listLibraryFolders,
  removeLibraryFolder,
  continueSetup,
  finishSetup,
  getSetup,
  listFolders,
  makeFolderWork,
  undoFolder,
  cancelScan,
  watchScan,
  listProblems,
  listMissingWorks,
  listPlaylists,
  getPlaylist,
  listPlaylistWorks,
  listPlaylistWorksByKeyword,
  createPlaylist,
  editPlaylist,
  deletePlaylist,
  addWorksToPlaylist,
  moveWorkInPlaylist,
  removeWorksFromPlaylist,
  likePlaylist,
  unlikePlaylist,
  getPlaylistLike,
  getDefaultMarkTarget,
  setDefaultMarkTarget,
  listPlaylistsWithWork,
  getPodcastFeed,
  renewPodcastFeed,
  endPodcastFeed,
  putReview,
  beginListening,
  findListening,
  finishListening,
  deleteReview,
  listReviews,
  voteOnTag,
  addTagsToWork,
  listPlaybackPositions,
  savePlaybackPositions,
  saveHistory,
  listHistory,
  removeFromHistory,
  clearHistory,
  switchHistory,
  listBegunWorks,
  putWorkAside,
  listPopular,
  listRecommended,
  listNeighbours,
  getTuning,
  sendListening,
  sendFeedback,
  listFeedback,
  editFeedback,
  deleteFeedback,
  markFeedbackDone,
  deleteDoneFeedback,
  getWorkEdit,
  editWork,
  uploadCover,
  listWorkEdits,
  undoWorkEdit,
  listUsers,
  editUser,
  resetUserPassword,
  getServerSettings,
  editServerSettings,
  getServerStatus,
  listFailedJobs,
  retryFailedJobs,
  listBackups,
  startBackup,
  cancelBackup,
  createBackupLink,
  downloadBackup,
  cancelMetadataFetch,
  exportMetadata,
  importMetadata,
  getKikoeruImport,
  uploadKikoeru,
  uploadKikoeruCover,
  startKikoeruImport,
  endKikoeruImport,
  getKikoeruReport,
  importAccount,
  fetchMetadata,
  getMetadataFetch,
  getWorkLookup,
  listFailedMetadata,
  listNotFoundMetadata,
  retryFailedMetadata,
  switchMetadataFetch,
  listAlikeNames,
  previewNameMerge,
  mergeNames,
  renameName,
  listNameChanges,
  undoNameChange,
  editSelection,
  listSelectionEdits,
  getSelectionEdit,
  cancelSelectionEdit,
  undoSelectionEdit,
  refreshSelection,
  addSelectionToPlaylist,
  listSecurityEvents,
  getAbout,
  getHealth,
  getLivez,
  getReadyz,
  getSharedConfig,
  getVersion,
  listLyricTasks,
  verifyFileHash,
  getSmallPicture,
  listPlayedWorks,
  savePlayedWork,
  deletePlayedWork,
  putProgress,
} as const
