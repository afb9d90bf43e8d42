/** The link for a contact, such as a mail address; null for plain text. */
export function contactHref(contact: string): string | null {
  if (/^https?:\/\/[^\s/]/i.test(contact)) return contact
  return /^[^\s@:/?&]+@[^\s@:/?&]+\.[^\s@:/?&]+$/.test(contact) ? `mailto:${contact}` : null
}

/** Shortens a URL for display, without scheme and `www`. */
export function hostOf(address: string): string {
  return address.replace(/^https?:\/\//, '')
}
