/** Document Picture-in-Picture, which some browsers have: a small window above all others that holds a page's content. */
type PictureInPicture = {
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

declare global {
  interface Window {
    documentPictureInPicture?: PictureInPicture
  }
}

/** Whether this browser gives a page a small window of its own. Not on the server. */
export function canHaveWindow(): boolean {
  return window.documentPictureInPicture !== undefined
}
