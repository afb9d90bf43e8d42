import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { leanHtml } from './lean-html.ts'

const page = (body: string, head = '') =>
  `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`
const documentOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').documentElement.outerHTML

test('NAV-38 a page in fewer bytes is the same document', () => {
  const texts = [
    'a="b"',
    "it's",
    '<b>',
    'x=y',
    ' ',
    '',
    '1 > 0 & 2',
    '"',
    '=',
    '/',
    'ア',
    '%24tag%3AASMR%24',
    '</li><li>',
    '/>',
  ]
  const body = renderToString(
    <main id="main" tabIndex={-1}>
      {texts.map((text) => (
        <ul key={text} title={text} aria-label={text} data-mark="">
          <li lang="ja" id={text}>
            {text} and {text}
          </li>
          <li>
            <a href={`/works/${text}`} className={text}>
              {text}
            </a>
            <ol>
              <li>
                <p>{text}</p>
                {text}
              </li>
            </ol>
            <input type="text" value={text} readOnly />
            <img src={`/${text}`} alt={text} />
            <br />
            <textarea defaultValue={text} />
          </li>
        </ul>
      ))}
      <select defaultValue="b">
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      <svg viewBox="0 0 24 24">
        <path d="M4 4h8" />
        <path d="M4" />
        <circle cx="4" cy="4" r="2" />
        <g fill="none">
          <rect width="1" height="2" className="/" />
          <path d="M4 4h8" fill="none" />
        </g>
      </svg>
      {null}
      <p style={{ color: 'red', inlineSize: '5%' }}>end</p>
    </main>,
  )
  const html = page(body, '<meta name="description" content="a b"/>')
  const lean = leanHtml(html)
  expect(documentOf(lean)).toBe(documentOf(html))
  expect(lean.length).toBeLessThan(html.length * 0.9)
})

test('NAV-38 scripts and styles in it stay as they are', () => {
  const raw =
    '<script nonce="n" id="s">if (a<b) c="<p id=\\"x\\"></p><li></li><li>"</script><style>a[title=""]{color:red}</style>'
  expect(leanHtml(page(raw))).toBe(page(raw))
})

test('NAV-38 the head keeps its quotes, and the nonces of what a policy asks for one', () => {
  const head =
    '<meta property="og:title" content="Title" nonce="n"/><link rel="modulepreload" href="/a.js" nonce="n"/><link rel="icon" href="/i.svg" nonce="n"/><title>T</title>'
  expect(leanHtml(page('', head))).toBe(
    page(
      '',
      '<meta property="og:title" content="Title"/><link rel="modulepreload" href="/a.js" nonce="n"/><link rel="icon" href="/i.svg"/><title>T</title>',
    ),
  )
})
