/** How a page looks, as far as an announcement on it should. */
export type Look = { color: string; background: string; font: string; isDark: boolean }

/**
 * The document of a frame that shows an announcement and runs nothing of it: the frame's `sandbox` forbids scripts, forms
 * and leaving it, and the page's policy, which frames like this one inherit, forbids them once more.
 *
 * Whatever the announcement closes or leaves open, nothing of this document comes after it.
 */
export function previewDocument(announcement: string, { color, background, font, isDark }: Look): string {
  const style = [
    `color-scheme: ${isDark ? 'dark' : 'light'}`,
    'margin: 0',
    'padding: 16px',
    `color: ${color}`,
    `background: ${background}`,
    `font: ${font}`,
    'overflow-wrap: anywhere',
  ].join('; ')
  return `<!doctype html><html><body style="${style.replaceAll('"', "'")}">${announcement}`
}
