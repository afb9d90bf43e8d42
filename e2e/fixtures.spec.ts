import { expect, expectAccessible, test, watchContext } from './fixtures.ts'

// Pages made here, so that what is tested is the watch itself and not a page of the app.
const page = (script: string) => `<!doctype html><title>t</title><script>${script}</script>`

const planted: [what: string, script: string, reported: RegExp][] = [
  ['a console error', `console.error('planted')`, /^console error: planted/],
  ['a console warning', `console.warn('planted')`, /^console warning: planted/],
  ['an uncaught exception', `throw new Error('planted')`, /^page error: .*planted/],
  ['an unhandled rejection', `Promise.reject(new Error('planted'))`, /^page error: .*planted/],
  [
    'a failed request',
    `fetch('http://127.0.0.1:1/').catch(() => {})`,
    /^request failed: GET http:\/\/127\.0\.0\.1:1\//,
  ],
  ['an answer of 503', `fetch('/planted-503')`, /^HTTP 503: GET .*planted-503/],
]

for (const [what, script, reported] of planted) {
  test(`the watch reports ${what}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext()
    const problems: string[] = []
    watchContext(context, problems)
    await context.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body: page(script) }))
    await context.route('**/planted-503', (route) => route.fulfill({ status: 503, body: '' }))
    const tab = await context.newPage()
    await tab.goto(`${baseURL}/planted`)
    await expect.poll(() => problems.filter((problem) => reported.test(problem))).toHaveLength(1)
    await context.close()
  })
}

test('a page without problems is reported as such, and the browser does not call itself headless', async ({
  page: tab,
  problems,
}) => {
  await tab.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body: page('') }))
  await tab.goto('/planted')
  expect(await tab.evaluate(() => navigator.userAgent)).not.toMatch(/headless/i)
  expect(problems).toEqual([])
})

test('a problem on a page fails its test', async ({ page: tab, problems }) => {
  test.fail()
  await tab.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body: page('console.error(1)') }))
  await tab.goto('/planted')
  await expect.poll(() => problems).toHaveLength(1)
})

test('a problem that the test allows does not fail it', async ({ page: tab, allow, problems }) => {
  allow(/^console error: planted/)
  await tab.route('**/planted', (route) =>
    route.fulfill({ contentType: 'text/html', body: page(`console.error('planted')`) }),
  )
  await tab.goto('/planted')
  await expect.poll(() => problems).toHaveLength(1)
})

const styled = (style: string) =>
  `<!doctype html><html lang="en"><title>t</title><style>:root{color-scheme:dark light}${style}</style>` +
  '<main><h1>Text</h1><p>text</p></main></html>'

test('what is hard to read in one of the colour schemes alone is found', async ({ page: tab }) => {
  for (const scheme of ['dark', 'light']) {
    const faint = styled(`@media (prefers-color-scheme:${scheme}){p{color:#888;background:#777}}`)
    await tab.setContent(faint)
    await expect(expectAccessible(tab)).rejects.toThrow('color-contrast')
  }
  await tab.setContent(styled(''))
  await expectAccessible(tab)
})

test('of texts that look the same one is measured, and one that differs is found among them', async ({ page: tab }) => {
  const rows = (last: string) => `<ul>${'<li><b>text</b></li>'.repeat(5)}<li ${last}><b>text</b></li></ul>`
  for (const last of ['style="color:#888"', 'style="background:#888;color:#999"', 'class="faint"', 'data-is-faint']) {
    const faint = 'ul{color:#fff;background:#000}:is(.faint,[data-is-faint]) b{color:#333}'
    await tab.setContent(styled(faint).replace('</main>', `${rows(last)}</main>`))
    const looked = expectAccessible(tab)
    await (last === 'style="color:#888"' ? looked : expect(looked).rejects.toThrow('color-contrast'))
  }
})

test('of texts that look the same the first is not enough if something lies over it', async ({ page: tab }) => {
  const faint = 'ul{color:#333;background:#000}li{position:relative}i{position:absolute;inset:0;background:url(data:,)}'
  await tab.setContent(
    styled(faint).replace('</main>', '<ul><li><b>text</b><i></i></li><li><b>text</b></li></ul></main>'),
  )
  await expect(expectAccessible(tab)).rejects.toThrow('color-contrast')
})

test('of an open dialog the content is checked, and not the page behind it', async ({ page: tab }) => {
  const nameless = '<button></button>'
  for (const [inside, behind] of [
    [nameless, ''],
    ['', nameless],
  ]) {
    const dialog = `<dialog aria-label="d"><p>text</p>${inside}</dialog>${behind}`
    await tab.setContent(styled('').replace('</main>', `${dialog}</main>`))
    await tab.locator('dialog').evaluate((element: HTMLDialogElement) => element.showModal())
    const looked = expectAccessible(tab)
    await (inside ? expect(looked).rejects.toThrow('button-name') : looked)
  }
})
