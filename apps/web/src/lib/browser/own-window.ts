/** Document Picture-in-Picture, supported by some browsers: a small always-on-top window with a page's content. */
type PictureInPicture = {
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

declare global {
  interface Window {
    documentPictureInPicture?: PictureInPicture
  }
}

const STYLES = 'style, link[rel="stylesheet"]'

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
  const { documentElement, body } = opened.document
  for (const { name, value } of document.documentElement.attributes) documentElement.setAttribute(name, value)
  copyStyles(document.querySelectorAll(STYLES), opened)
  // Parts of the app that load later bring their own.
  const observer = new MutationObserver((records) =>
    records.forEach(({ addedNodes }) => copyStyles(addedNodes, opened)),
  )
  observer.observe(document.head, { childList: true })
  opened.addEventListener('pagehide', () => observer.disconnect())
  body.className = className ?? ''
  return opened
}

/** Names a window, for the list of windows and for screen readers. */
export function setTitle({ document }: Window, title: string): void {
  document.title = title
}

function copyStyles(nodes: Iterable<Node>, { document }: Window): void {
  for (const node of nodes)
    if (node instanceof Element && node.matches(STYLES)) document.head.append(document.importNode(node, true))
}
