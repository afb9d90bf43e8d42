/** Document Picture-in-Picture, supported by some browsers: a small always-on-top window with a page's content. */
type PictureInPicture = {
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

declare global {
  interface Window {
    documentPictureInPicture?: PictureInPicture
  }
}

/** Whether this browser supports picture-in-picture windows. Not on the server. */
export function canHaveWindow(): boolean {
  return window.documentPictureInPicture !== undefined
}
