/**
 * Copies a text; also where the browser's own call is not there, as on a server at home that is reached without HTTPS.
 *
 * @returns whether it could
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Absent or refused: which of them makes no difference, the old way may be open.
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  // No keyboard comes up for it on a phone.
  field.readOnly = true
  field.style.cssText = 'position: fixed; opacity: 0'
  // Beside an open dialog it would be inert.
  ;(document.querySelector('dialog:modal') ?? document.body).append(field)
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way where the clipboard is closed
  const isCopied = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
  return isCopied
}
