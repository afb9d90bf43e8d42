/** Scripts and styles, whose text is no markup. */
const RAW = /(<script\b[^]*?<\/script>|<style\b[^]*?<\/style>)/
const BODY = /(?<=<\/head>)<body\b/
const TAG = /<[a-z][^<>]*>/g
/** Not the last attribute of a tag that ends with a slash, which would become part of a value without quotes. */
const ATTRIBUTE = / ([^\s"=/>]+)="([^"]*)"(?!\/>)/g
const NEEDS_NO_QUOTES = /^[\w.,:;#?%&$()+/-]+$/
const ITEM_END = /<\/li>(?=<li\b|<\/[uo]l>)|<\/option>(?=<option\b|<\/select>)/g
/** SVG's shapes may end with a slash; in HTML it means nothing. */
const SHAPES = 'path|circle|rect|ellipse|line|polyline|polygon'
const SHAPE_END = new RegExp(`"></(?:${SHAPES})>`, 'g')
const SHAPE = new RegExp(`^<(?:${SHAPES})\\b`)

/**
 * Writes a page that React rendered in fewer bytes, which parsers read as the same document: without quotes, slashes and end tags that
 * HTML does not need. React escapes `<`, `>` and `"` in texts and attributes, so none of these is anything but markup. The head keeps its
 * quotes, because not all that reads link previews is a parser; it loses the nonces that no policy asks for.
 */
export function leanHtml(html: string): string {
  const bodyAt = html.search(BODY)
  if (bodyAt === -1) return html
  return outsideRaw(html.slice(0, bodyAt), withoutIdleNonces) + outsideRaw(html.slice(bodyAt), leanMarkup)
}

function outsideRaw(html: string, change: (markup: string) => string): string {
  const parts = html.split(RAW)
  return parts.map((part, at) => (at % 2 === 0 ? change(part) : part)).join('')
}

/** Only scripts, and what preloads them, are allowed by their nonce. */
function withoutIdleNonces(markup: string): string {
  return markup.replace(TAG, (tag) =>
    /^<(?:meta|link)\b/.test(tag) && !/ rel="(?:modulepreload|preload|stylesheet)"/.test(tag)
      ? tag.replace(/ nonce="[^"]*"/, '')
      : tag,
  )
}

function leanMarkup(markup: string): string {
  return markup.replace(ITEM_END, '').replace(SHAPE_END, '"/>').replace(TAG, leanTag)
}

function leanTag(tag: string): string {
  const written = SHAPE.test(tag) ? tag : tag.replace(/\/>$/, '>')
  return written.replace(ATTRIBUTE, (whole, name: string, value: string) => {
    if (value === '') return ` ${name}`
    return NEEDS_NO_QUOTES.test(value) ? ` ${name}=${value}` : whole
  })
}
