let track: TextTrack | undefined

/** Returns the track of a video that the browser's own window shows. */
export function subtitleTrackOf(video: HTMLVideoElement): TextTrack {
  track ??= video.addTextTrack('subtitles')
  return track
}
