import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'

import { escapeXml } from './xml.ts'

/** What XML 1.0 has no way to write. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

test('SUBS-13 DAV-06 POD-01 any text is the same in an element and between quotes, but for what XML cannot write', () => {
  const { window } = new JSDOM('')
  const parser = new window.DOMParser()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const escaped = escapeXml(text)
      const [a] = parser.parseFromString(`<a b="${escaped}">${escaped}</a>`, 'application/xml').children
      const written = text.toWellFormed().replace(UNWRITABLE, '')
      expect(a?.getAttribute('b')).toBe(written)
      expect(a?.textContent).toBe(written)
    }),
  )
  expect(escapeXml('a & "b" <c>\t\n\0')).toBe('a &amp; &quot;b&quot; &lt;c&gt;&#9;&#10;')
})
