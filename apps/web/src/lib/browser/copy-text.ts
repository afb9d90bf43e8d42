/**
 * Copies a text, also without HTTPS, where the clipboard API is missing.
 *
 * @returns whether it succeeded
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Missing or rejected: try the old way.
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  // Opens no keyboard on a phone.
  field.readOnly = true
  field.style.cssText = 'position: fixed; opacity: 0'
  // Inside an open dialog, because everything else is inert.
  ;(document.querySelector('dialog:modal') ?? document.body).append(field)
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without the clipboard API
  const isCopied = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
  return isCopied
}
