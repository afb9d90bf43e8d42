/** Releases the space of a shelf. */
export function Nothing() {
  return <span hidden data-nothing="" />
}
