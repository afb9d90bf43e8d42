/** Downloads a JSON text as a file. */
export function saveJson(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'application/json' }))
}

/** Downloads a file that the server sends; the browser stores it as it comes. */
export function saveAddress(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Downloads content as a file. */
export function saveBlob(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has read it by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
