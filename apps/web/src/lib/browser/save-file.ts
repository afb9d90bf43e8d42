/** Hands a JSON text to the browser as a download. */
export function saveJson(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  // The download has its own hold on it by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
