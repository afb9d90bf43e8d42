/** A listener for `beforeunload`: the browser asks for confirmation in its own words. */
export function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // oxlint-disable-next-line no-deprecated -- Chrome asks only for this before version 119
  event.returnValue = true
}
