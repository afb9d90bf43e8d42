/** A listener for `beforeunload`: the browser asks for confirmation. */
export function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // oxlint-disable-next-line no-deprecated -- required by Chrome before version 119
  event.returnValue = true
}
