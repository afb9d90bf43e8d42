/**
 * Copies a text; also where the browser's own call is not there, as on a server at home that is reached without HTTPS.
 *
 * @returns whether it could
 */
export async function copyText(text: string): Promise<boolean> {
  if ('clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Not allowed: the old way may be.
    }
  }
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position: fixed; opacity: 0'
  const { activeElement } = document
  // Beside an open dialog it would be inert.
  ;(document.querySelector('dialog:modal') ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
  return isCopied
}
