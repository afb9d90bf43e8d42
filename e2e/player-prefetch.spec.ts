import { expect, type Page } from './fixtures.ts'
import { bar, expectMoving, playLargeAlbum, source, test } from './playing.ts'

test.use({ savesData: false })

/** What is asked of the server, by path: how often, and whether the last byte of it has arrived. */
function watchStreams(page: Page) {
  const streams = new Map<string, { asked: number; isWhole: boolean }>()
  const of = (url: string) => {
    const { pathname } = new URL(url)
    const stream = streams.get(pathname) ?? { asked: 0, isWhole: false }
    streams.set(pathname, stream)
    return stream
  }
  page.on('request', (request) => of(request.url()).asked++)
  page.on('requestfinished', async (request) => {
    // The test may be over by now, and its page closed.
    const response = await request.response().catch(() => null)
    const range = response?.headers()['content-range'] ?? ''
    const [, end, size] = /-(\d+)\/(\d+)$/.exec(range) ?? []
    if (end !== undefined && Number(end) + 1 === Number(size)) of(request.url()).isWhole = true
  })
  return of
}

test(
  'PLY-13 MED-02 the next tracks are here before they play: they begin without the server, and are sought in',
  { tag: '@anyscreen' },
  async ({ page, context, allow }) => {
    // On a slow machine the line is cut before the parts of the page that come last are here.
    allow(/ERR_INTERNET_DISCONNECTED|MissingChunkError/)
    const stream = watchStreams(page)
    const { tracks } = await playLargeAlbum(page)
    const second = stream(tracks[1]!.streamLowQualityUrl)
    await expect.poll(() => second.isWhole).toBe(true)
    const asked = second.asked

    await context.setOffline(true)
    const next = bar(page).getByRole('button', { name: 'Next track' })
    await next.click()
    await expect.poll(() => source(page)).toMatch(/^blob:/)
    await expectMoving(page)
    await expect(bar(page).getByRole('alert')).toBeEmpty()
    await bar(page).getByRole('slider', { name: 'Position in the track' }).click()
    await expectMoving(page)
    expect(second.asked, 'nothing of it was asked for again').toBe(asked)

    // Back on the line, what was played before comes from the server as ever.
    await context.setOffline(false)
    await bar(page).getByRole('button', { name: 'Previous track' }).click()
    await expect.poll(() => source(page)).toContain(new URL(tracks[0]!.streamLowQualityUrl).pathname)
    await expectMoving(page)
  },
)
