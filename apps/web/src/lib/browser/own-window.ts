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

/**
 * Opens a window with the page's styles and language; it closes another one of the page. Within a press.
 *
 * @param className  of its body
 * @returns null if the browser does not support or allow it
 */
export async function openOwnWindow(
  size: { width: number; height: number },
  className: string | undefined,
): Promise<Window | null> {
  const opened = await window.documentPictureInPicture?.requestWindow(size).catch(() => undefined)
  if (!opened) return null
  const { documentElement, head, body } = opened.document
  for (const { name, value } of document.documentElement.attributes) documentElement.setAttribute(name, value)
  for (const sheet of document.querySelectorAll('style, link[rel="stylesheet"]'))
    head.append(opened.document.importNode(sheet, true))
  body.className = className ?? ''
  return opened
}
