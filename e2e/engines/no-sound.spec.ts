import { expect, test } from './fixtures.ts'
import { longWork } from './long-work.ts'
import { player } from './visit.ts'

test('ENG-11 without a sound output the player pauses at the first track, names the cause and tries again', async ({
  visit,
}) => {
  const cause = 'No sound output.'
  const tryAgain = { role: 'button', name: 'Try again', within: `${player} [role=alert]` }
  await visit.open(`/work/${longWork.code}`)
  await visit.click({ role: 'button', name: 'Play', within: 'main' })
  await visit.expectText(`${player} [role=alert]`, cause)
  const { source, isPaused } = await visit.sound()
  expect(isPaused).toBe(true)
  await visit.tab.run(() => {
    const audio = document.querySelector('audio')!
    audio.addEventListener('error', () => (audio.dataset.hasFailedAgain = ''))
  })
  await visit.click(tryAgain)
  await expect.poll(() => visit.tab.run(() => 'hasFailedAgain' in document.querySelector('audio')!.dataset)).toBe(true)
  await visit.expectText(`${player} [role=alert]`, cause)
  expect((await visit.sound()).source).toBe(source)
  await visit.expectText(player, 'Rain')
  await visit.expectShown({ role: 'button', name: 'Next track' })
})
