import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import '#i18n/on-demand/player-texts.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { playerStore } from '../player.ts'
import { QualitySection } from './QualitySection.tsx'
import { emptyQueue, replaceTracks } from '../queue/queue.ts'
import { half } from '../test/a-queue.ts'
import { aTrack } from '../test/a-track.ts'

async function show(lowQualityUrl: string) {
  const { queue } = replaceTracks(emptyQueue, [aTrack('1/1', { lowQualityUrl })], 0, half)
  playerStore.setState({ queue, stream: lowQualityUrl === '' ? 'original' : 'smooth' })
  const page = document.createElement('div')
  const root = createRoot(page)
  const i18n = await createI18n('en')
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <QualitySection />
      </I18nProvider>,
    ),
  )
  const [smooth, original] = page.querySelectorAll('input')
  const note = page.querySelector(`[id="${page.querySelector('fieldset')?.getAttribute('aria-describedby')}"]`)
  await act(async () => root.unmount())
  return { smooth: smooth!, original: original!, note: note?.textContent }
}

test('PLY-08 smooth can be chosen if there is a small stream', async () => {
  const { smooth, note } = await show('/api/media/streamLowQuality/1/1')
  expect([smooth.disabled, smooth.checked]).toEqual([false, true])
  expect(note).toBe('Playing the data-saver version.')
})

test('PLY-08 without a small stream smooth is disabled, with the reason', async () => {
  const { smooth, original, note } = await show('')
  expect([smooth.disabled, original.disabled, original.checked]).toEqual([true, false, true])
  expect(note).toBe('Playing the original; no data-saver version.')
})
