import { createPlace } from '../a-place.ts'
import { expect, test } from './fixtures.ts'
import { createVisit } from './visit.ts'

// As each engine says that the server is gone.
test.use({
  allowedProblems:
    /NetworkError when attempting|access control checks|Load failed|Could not connect|network connection was lost/,
})

test('ENG-13 OFF-13 OFF-60 a work is kept by workers, and plays from the device, also after the server has gone', async ({
  visit,
}) => {
  test.setTimeout(240_000)
  const tone = (name: string) => ({ name, seconds: 60, strength: () => 0.1 })
  const { place, remove } = createPlace('RJ09900002 雨の夜', [tone('01 雨.wav'), tone('02 窓.wav')])
  try {
    await place.start()
    const here = createVisit(visit.tab, place.url())
    await here.open('/work/RJ09900002')
    const isControlled = () => here.tab.run(() => navigator.serviceWorker.controller?.state === 'activated')
    await expect.poll(isControlled, { timeout: 60_000 }).toBe(true)
    await here.click({ role: 'button', name: 'Keep on this device', within: 'main' })
    await here.click({ role: 'button', name: 'Keep', within: 'dialog' })
    await here.expectText('dialog', 'Remove from this device')
    const isWhole = async () => (await here.texts('dialog')).join().includes('On this device')
    await expect.poll(isWhole, { timeout: 60_000 }).toBe(true)
    // Workers did it: what the page itself requests is in this list.
    const requested = () => here.tab.run(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect((await requested()).join()).toContain('/api/')
    expect((await requested()).join()).not.toContain('/api/media/')
    await here.click({ role: 'button', name: 'Close', within: 'dialog' })

    await place.stop()
    const link = { role: 'link', name: '雨の夜', within: 'article' }
    await here.openAway('/kept', link)
    await here.click(link)
    await here.click({ role: 'button', name: 'Play', within: 'main' })
    await here.expectPlaying('雨')
    expect((await here.sound()).source).toContain('/kept/9900002/')
    await here.seek(50)
    await here.expectPlaying('雨')
    expect((await here.sound()).position).toBeGreaterThan(49)
  } finally {
    await remove()
  }
})
