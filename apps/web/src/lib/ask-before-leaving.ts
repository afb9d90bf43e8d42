/** A listener for `beforeunload`: whoever leaves the page is asked, in the browser's own words. */
export function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // oxlint-disable-next-line no-deprecated -- Chrome asks only for this before version 119
  event.returnValue = true
}
