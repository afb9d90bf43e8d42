const wide: Record<string, string> = {
  '<': '＜',
  '>': '＞',
  ':': '：',
  '"': '”',
  '/': '／',
  '\\': '＼',
  '|': '｜',
  '?': '？',
  '*': '＊',
}

/** A name that every common file system takes: no reserved signs, no dot or blank at its end, at most `bytes` in UTF-8. */
export function safeName(text: string, bytes = 180): string {
  const replaced = text.replace(/[<>:"/\\|?*]/g, (sign) => wide[sign] ?? '_')
  let name = ''
  let used = 0
  for (const character of replaced) {
    used += Buffer.byteLength(character)
    if (used > bytes) break
    name += character
  }
  return name.replace(/[. ]+$/, '')
}
