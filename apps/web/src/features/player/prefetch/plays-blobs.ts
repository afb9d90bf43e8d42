/**
 * Whether the browser plays sound from blobs. WebKitGTK does not reliably: it stops reading after some seconds and
 * reports the end of the track, or an error.
 */
export function playsBlobs(userAgent: string): boolean {
  return !/Linux.* AppleWebKit\/(?!.* Chrome\/)/.test(userAgent)
}
