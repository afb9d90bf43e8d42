/** The link for a contact, such as a mail address; null for plain text. */
export function contactHref(contact: string): string | null {
  if (/^https?:\/\/[^\s/]/i.test(contact)) return contact
  return /^[^\s@:/?&]+@[^\s@:/?&]+\.[^\s@:/?&]+$/.test(contact) ? `mailto:${contact}` : null
}

/** How an address is shown: without what they all begin with. */
export function hostOf(address: string): string {
  return address.replace(/^https?:\/\//, '')
}
