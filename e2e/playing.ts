/** What the tests of whatever plays share: albums of the demo library, and what sounds at the moment. */
import type { TrackFile, TrackNode, Work } from '@otodana/contract'
import type { BrowserContext } from '@playwright/test'

import { test as base, expect, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'

/**
 * In these tests every track lasts four times as long: those of the demo library are half a minute, and a slow machine
 * must not come to a track's end in the middle of a test. Data is saved, unless a test wants otherwise: what plays is
 * what is asked of the server.
 */
export const test = base.extend({
  context: async ({ context }, use) => {
    await playSlowly(context)
    await use(context)
  },
})

/** The same for a browser of one's own. */
export async function playSlowly(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const slow = ({ target }: Event) => ((target as HTMLMediaElement).playbackRate = 0.25)
    document.addEventListener('loadedmetadata', slow, true)
  })
}

/** A work on the first page of the library, with one of its folders and the tracks in it. */
export interface Album {
  work: Work
  folder: string[]
  tracks: TrackFile[]
}

type IsWanted = (file: TrackFile) => boolean
const isMp3: IsWanted = ({ title }) => title.endsWith('.mp3')
/** A file of which a small stream can be made. */
export const isLarge: IsWanted = ({ streamLowQualityUrl }) => streamLowQualityUrl !== ''

/** What the run's library has, which no test changes: asked for once, and not by each test again. */
const answers = new Map<string, unknown>()
async function ask<T>(page: Pick<Page, 'request'>, path: string): Promise<T> {
  if (!answers.has(path)) answers.set(path, await (await page.request.get(path)).json())
  return answers.get(path) as T
}

/** The first folder with at least `least` such files, mp3 ones by default, all of them of 20 seconds or more. */
export async function findAlbum(page: Pick<Page, 'request'>, least = 2, isWanted = isMp3): Promise<Album> {
  const { works } = await ask<{ works: Work[] }>(page, '/api/works?pageSize=100')
  for (const work of works) {
    const tree = await ask<TrackNode[]>(page, `/api/tracks/${work.id}`)
    const found = audioFolder(tree, [], least, isWanted)
    if (found) return { work, ...found }
  }
  throw new Error(`no work has a folder with ${least} such files of some length`)
}

type Found = Omit<Album, 'work'> | null

function audioFolder(nodes: TrackNode[], folder: string[], least: number, isWanted: IsWanted): Found {
  const tracks = nodes.filter((node): node is TrackFile => node.type === 'audio' && isWanted(node))
  const areLong = tracks.every((track) => (track.duration ?? 0) >= 20)
  if (folder.length > 0 && tracks.length >= least && areLong) return { folder, tracks }
  for (const node of nodes) {
    const below = node.type === 'folder' ? audioFolder(node.children, [...folder, node.title], least, isWanted) : null
    if (below) return below
  }
  return null
}

type Place = { work: Pick<Work, 'id'>; folder: string[] }

export const folderUrl = ({ work, folder }: Place) =>
  `/work/${work.id}?path=${encodeURIComponent(JSON.stringify(folder))}#work-tree`

/**
 * On a phone what closes goes back in the history, and that would end a visit that begins meanwhile. To be called once
 * nothing is open any more.
 */
export async function settleHistory(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.playerIsOpen))).toBe(false)
}

/** Visits a folder with a full load. Going to the address that a page has already would only scroll to its hash. */
export async function openFolder(page: Page, place: Place): Promise<void> {
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  await page.goto(folderUrl(place))
  await hydrated(page)
}

/** Opens an album and plays it from its first track. */
export async function playAlbum(page: Page, least = 2): Promise<Album> {
  const album = await findAlbum(page, least)
  await openFolder(page, album)
  await row(page, album.tracks[0]!).click()
  await expectPlaying(page, album.tracks[0]!)
  return album
}

/** The same with large files, of which the small streams play unless the originals are wanted. */
export async function playLargeAlbum(page: Page): Promise<Album> {
  const album = await findAlbum(page, 2, isLarge)
  await openFolder(page, album)
  await row(page, album.tracks[0]!).click()
  await expect.poll(() => source(page)).not.toBe('')
  await expectMoving(page)
  return album
}

/** Unfolds the files of a work's page, as an address with a folder does. */
export async function openFiles(page: Page): Promise<void> {
  await page.locator('#work-tree > details > summary').click()
}

export const trackList = (page: Page) => page.getByRole('region', { name: 'Tracks' })
export const fileTree = (page: Page) => page.getByRole('region', { name: 'Files' })
export const row = (page: Page, file: TrackFile) => fileTree(page).getByRole('link', { name: file.title }).first()
export const bar = (page: Page) => page.getByRole('region', { name: 'Player' })

/** On a phone the less urgent controls wait behind a button. */
export async function showAllControls(page: Page): Promise<void> {
  // The bar is a chunk of its own, so there may be sound before it.
  await expect(bar(page).getByRole('slider', { name: 'Position in the track' })).toBeVisible()
  const more = bar(page).getByRole('button', { name: 'More controls' })
  if (await more.isVisible()) await more.press('Enter')
}

/** A track's title as the player writes it. */
export const stem = ({ title }: TrackFile) =>
  title.replace(/\.[^.]+$/, '').replace(/^(?:track|トラック)?\s*\d+[._\s-]+/i, '')

const sound = (page: Page) => page.locator('audio')
export const position = (page: Page) => sound(page).evaluate((audio: HTMLAudioElement) => audio.currentTime)
export const duration = (page: Page) => sound(page).evaluate((audio: HTMLAudioElement) => audio.duration)
export const isPaused = (page: Page) => sound(page).evaluate((audio: HTMLAudioElement) => audio.paused)
export const source = (page: Page) => sound(page).evaluate((audio: HTMLAudioElement) => audio.src)

export async function expectPlaying(page: Page, file: TrackFile): Promise<void> {
  await expect.poll(() => source(page)).toContain(pathOf(file.mediaStreamUrl))
  await expectMoving(page)
}

/** As `expectPlaying`, of the file's small stream. */
export async function expectSmooth(page: Page, file: TrackFile): Promise<void> {
  await expect.poll(() => source(page)).toContain(`${pathOf(file.streamLowQualityUrl)}?format=opus`)
  await expectMoving(page)
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

/** Sound comes: nothing is paused, and the position is further on than it was a moment ago. */
export async function expectMoving(page: Page): Promise<void> {
  let before = await position(page)
  const hasMoved = async () => {
    const [now, isSilent] = [await position(page), await isPaused(page)]
    const isFurther = now > before
    before = now
    return isFurther && !isSilent
  }
  await expect.poll(hasMoved).toBe(true)
}
