const SPECIAL = /[&<>"\u0000-\u001f\ufffe\uffff]/
const EVERY_SPECIAL = new RegExp(SPECIAL, 'g')
/** White space, because parsers would make spaces of it in an attribute. XML 1.0 has no way to write the others. */
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Returns a text for an element of an XML document, or for an attribute between double quotes. */
export function escapeXml(text: string): string {
  const sound = text.toWellFormed()
  return SPECIAL.test(sound) ? sound.replace(EVERY_SPECIAL, (sign) => entities[sign] ?? '') : sound
}
