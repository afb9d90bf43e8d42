/**
 * Subtitles on this device, from a zip that is made here to the line that is shown; in Chinese, where works are marked and
 * narrowed by them.
 */
import type { TrackFile, TrackNode, Work } from '@otodana/contract'
import { strToU8, zipSync } from 'fflate'

import { expect, expectAccessible, keepSettings, type Page, expectAccessibleOnAnyScreen } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'
import { expectPlaying, settleHistory, test } from './playing.ts'

test.use({ locale: 'zh-CN' })

const section = (page: Page) => page.locator('#local-subtitles')
const results = (page: Page) => section(page).getByRole('log', { name: '导入结果' })
const packages = (page: Page) => section(page).getByRole('list', { name: '已导入的字幕包' }).getByRole('listitem')

type File = { name: string; mimeType: string; buffer: Buffer }
const zip = (name: string, files: Record<string, string>): File => {
  const packed = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
  return { name, mimeType: 'application/zip', buffer: Buffer.from(packed) }
}

async function give(page: Page, ...files: File[]): Promise<void> {
  await section(page).locator('input[type=file]').setInputFiles(files)
}

/** A work without subtitles in the library, with its first track. */
async function findBareWork(
  page: Page,
): Promise<{ work: Work; folder: string[]; track: TrackFile; subtitled: number }> {
  const { works } = (await (await page.request.get('/api/works?pageSize=100')).json()) as { works: Work[] }
  for (const work of works.filter(({ has_subtitle }) => !has_subtitle)) {
    const tree = (await (await page.request.get(`/api/tracks/${work.id}`)).json()) as TrackNode[]
    const found = firstTrack(tree, [])
    if (found) return { work, ...found, subtitled: works.filter(({ has_subtitle }) => has_subtitle).length }
  }
  throw new Error('every work has subtitles')
}

function firstTrack(nodes: TrackNode[], folder: string[]): { folder: string[]; track: TrackFile } | null {
  for (const node of nodes) {
    const isTrack = node.type === 'audio' && node.title.endsWith('.mp3') && (node.duration ?? 0) > 10
    if (isTrack) return { folder, track: node }
    const below = node.type === 'folder' ? firstTrack(node.children, [...folder, node.title]) : null
    if (below) return below
  }
  return null
}

const LINE = '雨声里，灯还亮着。'

test(
  'LSB-01 LSB-05 LSB-06 a package is imported, its works are marked and found, its lines are shown, and all goes with it',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await keepSettings(page, { editions: 'all' })
    const { work, folder, track, subtitled } = await findBareWork(page)
    const lasting = `00:00:00.000 --> 00:00:${Math.floor(track.duration ?? 0)}.900`
    const good = zip('雨夜.zip', {
      [`${work.source_id}/${track.title}.vtt`]: `WEBVTT\n\n${lasting}\n${LINE}\n`,
      [`${work.source_id}/readme.txt`]: 'nothing',
      'notes/none.lrc': '[00:01.00]nowhere',
    })
    await page.goto('/settings#local-subtitles')
    await hydrated(page)
    await expect(section(page)).toContainText('还没有字幕包。')
    await give(page, good, { name: '假的.zip', mimeType: 'application/zip', buffer: Buffer.from('not a zip') })
    await expect(results(page).getByRole('listitem')).toHaveCount(2)
    await expect(results(page)).toContainText('已添加 1 个字幕（1 部作品）。')
    await results(page).getByText('被跳过的文件').click()
    await expect(results(page)).toContainText('notes/none.lrc路径中没有作品编号')
    await expect(results(page)).toContainText('假的.zip这不是 zip 文件。')
    await expect(packages(page)).toHaveCount(1)
    await expect(packages(page)).toContainText('雨夜.zip')
    await expectAccessibleOnAnyScreen(page)
    await section(page).getByRole('button', { name: '关闭结果' }).click()
    await give(page, { ...good, name: '又一次.zip' })
    await expect(results(page)).toContainText('此字幕包已导入过，名为“雨夜.zip”。')
    await expect(packages(page)).toHaveCount(1)

    // In lists: the mark, and the filter.
    await follow(page, '/works?pageSize=100&subtitle=1')
    await expect(page.getByText(`共 ${subtitled + 1} 部作品`)).toBeVisible()
    const card = page.getByRole('article').filter({ hasText: work.title })
    await expect(card.getByText('带字幕', { exact: true })).toBeVisible()

    // On its page: the mark, and what is in the files.
    await follow(page, `/work/${work.id}?path=${encodeURIComponent(JSON.stringify(folder))}#work-tree`)
    const own = page.getByRole('region', { name: '此设备上的字幕' })
    await own.getByRole('button', { name: `${track.title}.vtt` }).click()
    const preview = page.getByRole('dialog', { name: `${track.title}.vtt` })
    await expect(preview.getByRole('list')).toContainText(LINE)
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)

    // While it plays.
    await page.getByRole('region', { name: '文件' }).getByRole('link', { name: track.title }).first().click()
    await expectPlaying(page, track)
    const lyrics = page.getByRole('region', { name: '字幕', exact: true })
    await expect(lyrics).toContainText(LINE)
    await lyrics.getByRole('button', { name: '选择字幕' }).click()
    const candidate = page.getByRole('dialog', { name: '字幕' }).getByRole('radio', { name: `${track.title}.vtt` })
    await expect(candidate).toBeChecked()
    await expect(candidate).toHaveAccessibleName(/使用中.*匹配.*此设备/)
    await page.keyboard.press('Escape')
    await settleHistory(page)

    await follow(page, '/settings#local-subtitles')
    await section(page).getByRole('button', { name: '删除“雨夜.zip”' }).click()
    const question = page.getByRole('dialog', { name: '删除此字幕包？' })
    await expect(question.getByRole('button', { name: '取消' })).toBeFocused()
    await expectAccessibleOnAnyScreen(page)
    await question.getByRole('button', { name: '删除', exact: true }).click()
    await expect(section(page)).toContainText('还没有字幕包。')
    await expect(section(page).getByRole('heading', { name: '已导入的字幕包' })).toBeFocused()
    await settleHistory(page)
    await follow(page, '/works?pageSize=100&subtitle=1')
    await expect(page.getByText(`共 ${subtitled} 部作品`)).toBeVisible()
    await follow(page, `/work/${work.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(work.title)
    await expect(page.getByText('此设备上的字幕')).toHaveCount(0)
  },
)

/** A database as the first version of the product left it, kept open as by a tab that does not let go. */
async function keepOldDatabase(page: Page, code: string, content: unknown): Promise<void> {
  // A page of the site that does nothing else.
  await page.route('**/held', (route) =>
    route.fulfill({ contentType: 'text/html', body: '', headers: { 'origin-agent-cluster': '?1' } }),
  )
  await page.goto('/held')
  await page.evaluate(
    ([workCode, text]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('local-subtitles', 1)
        request.addEventListener('error', () => reject(request.error))
        request.addEventListener('upgradeneeded', () => {
          const db = request.result
          const options = { keyPath: 'id', autoIncrement: true }
          const packagesOf = db.createObjectStore('subtitle_package', options)
          packagesOf.createIndex('file_hash', 'file_hash', { unique: true })
          const contents = db.createObjectStore('subtitle_content', options)
          contents.createIndex('file_hash', 'file_hash', { unique: true })
          const records = db.createObjectStore('subtitle_record', options)
          records.createIndex('product_ids', 'product_ids', { multiEntry: true })
          const created_at = new Date()
          packagesOf.add({ id: 1, size: 9, file_name: 'old.zip', file_hash: 'a', created_at })
          contents.add({ id: 1, size: 9, file_hash: 'b', created_at, content: text, duration: 3 })
          const subtitle_file_path = `${workCode}/01.lrc`
          records.add({
            id: 1,
            subtitle_file_path,
            product_ids: [],
            subtitle_package_id: 1,
            subtitle_content_id: 1,
            created_at,
          })
        })
        request.addEventListener('success', () => {
          Object.assign(window, { held: request.result })
          resolve()
        })
      }),
    [code, content] as const,
  )
}

test(
  'LSB-04 an old database is upgraded under a screen over everything, and the library opens after it',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    const { work } = await findBareWork(page)
    const holder = await context.newPage()
    await keepOldDatabase(holder, work.source_id, '[00:01.00]x')
    await page.goto('/about')
    await hydrated(page)
    const overlay = page.getByRole('dialog', { name: '正在更新此设备上的字幕' })
    await expect(overlay).toHaveAccessibleDescription('请关闭本站的其他标签页，以便开始更新。')
    await expect(overlay).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(overlay).toBeVisible()
    await expectAccessible(page)
    await holder.close()
    await expect(page.getByRole('dialog', { name: '此设备上的字幕已更新' })).toBeVisible()
    await expect(page).toHaveURL('/works')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await follow(page, `/work/${work.id}`)
    await expect(page.getByRole('region', { name: '此设备上的字幕' })).toContainText('01.lrc')
  },
)

test(
  'LSB-04 an upgrade that fails says so in three languages, goes, and leaves the database as it was',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    const holder = await context.newPage()
    await keepOldDatabase(holder, 'RJ01000001', 42)
    await holder.close()
    await page.goto('/about')
    await hydrated(page)
    const alert = page.getByRole('dialog', { name: '此设备上的字幕未能更新' }).getByRole('alert')
    await expect(alert.getByText('The update failed. Reload the page and try again.')).toHaveAttribute('lang', 'en')
    await expect(alert).toContainText('更新に失敗しました。ページを再読み込みして、もう一度お試しください。')
    await expect(alert).toContainText('更新失败，请重新加载页面后重试。')
    await expect(alert).toContainText('neither text nor bytes')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/about')
    const version = await page.evaluate(async () => (await indexedDB.databases())[0]?.version)
    expect(version).toBe(1)
  },
)
