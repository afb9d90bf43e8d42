import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import '#i18n/on-demand/player-texts.ts'
import { useSettings } from '#features/settings/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { off } from './sleep-timer.ts'
import { sleepTimer } from './sleep-timer.store.ts'
import { SleepSection } from './SleepSection.tsx'

const at = (hours: number, minutes: number, day = 15) => new Date(2026, 5, day, hours, minutes).getTime()
let page: HTMLElement
let root: Root

beforeEach(async () => {
  // A touch screen.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.useFakeTimers({ now: at(22, 17) })
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  const i18n = await createI18n('en')
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <SleepSection />
      </I18nProvider>,
    ),
  )
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await act(async () => root.unmount())
  page.remove()
  sleepTimer.setState({ timer: off })
  vi.useRealTimers()
})

function field(label: string) {
  const labels = [...page.querySelectorAll('label')]
  const input = page.querySelector<HTMLInputElement>(
    `[id="${labels.find(({ textContent }) => textContent === label)!.htmlFor}"]`,
  )!
  const form = input.closest('form')!
  return {
    input,
    hint: () => page.querySelector(`[id="${input.getAttribute('aria-describedby')}"]`)!.textContent,
    setName: () =>
      form
        .querySelector('button')!
        .getAttribute('aria-labelledby')!
        .split(' ')
        .map((id) => page.querySelector(`[id="${id}"]`)!.textContent)
        .join(' '),
    async type(text: string) {
      await act(async () => {
        // React ignores values set through its own setter.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    submit: () => act(async () => form.requestSubmit()),
  }
}
const state = () => page.querySelector('[role=status]')!.textContent
const timer = () => sleepTimer.getState().timer

test('PLY-17 any number of minutes: shows when it ends, and rejects invalid input', async () => {
  const minutes = field('Minutes from now')
  expect([minutes.input.value, minutes.hint(), minutes.setName()]).toEqual([
    '45',
    'Until 23:02',
    'Set Minutes from now',
  ])
  await minutes.type('0')
  expect(minutes.hint()).toBe('')
  await minutes.submit()
  expect(minutes.hint()).toBe('Enter a whole number from 1 to 1440.')
  expect([minutes.input.getAttribute('aria-invalid'), document.activeElement, timer()]).toEqual([
    'true',
    minutes.input,
    off,
  ])
  await minutes.type('110')
  expect([minutes.hint(), minutes.input.getAttribute('aria-invalid')]).toEqual(['Until 00:07 tomorrow', 'false'])
  await minutes.submit()
  expect(timer()).toEqual({ kind: 'until', untilMs: at(0, 7, 16) })
  expect(state()).toBe('Fades out and pauses at 00:07 tomorrow')
})

test('PLY-17 a clock time is today, or tomorrow if it has passed', async () => {
  const clock = field('Clock time')
  expect([clock.input.type, clock.input.value, clock.hint()]).toEqual(['time', '23:20', 'In 1 h 3 min'])
  await clock.type('')
  await clock.submit()
  expect([clock.hint(), timer()]).toEqual(['Enter a time, such as 23:30.', off])
  await clock.type('07:00')
  await clock.submit()
  expect(timer()).toEqual({ kind: 'until', untilMs: at(7, 0, 16) })
  await clock.type('22:20')
  await clock.submit()
  expect(timer()).toEqual({ kind: 'until', untilMs: at(22, 20) })
  expect(state()).toBe('Fades out and pauses at 22:20')
  await act(async () => vi.advanceTimersByTime(60_000))
  expect([clock.hint(), page.querySelector('[aria-hidden=true]')!.textContent]).toEqual(['In 2 min', '02:00'])
})

test('PLY-11 adding time never moves the pause beyond tomorrow', async () => {
  const more = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === '+60 min')!
  for (let hour = 0; hour < 30; hour++) await act(async () => more.click())
  expect(timer()).toEqual({ kind: 'until', untilMs: at(22, 17, 16) })
  expect(state()).toBe('Fades out and pauses at 22:17 tomorrow')
})

test('PLY-11 the end of the track is chosen, and given up by the same button', async () => {
  const trackEnd = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'End of track')!
  await act(async () => trackEnd.click())
  expect([timer(), trackEnd.getAttribute('aria-pressed')]).toEqual([{ kind: 'trackEnd' }, 'true'])
  expect(state()).toBe('Pauses at the end of this track')
  await act(async () => trackEnd.click())
  expect([timer(), trackEnd.getAttribute('aria-pressed')]).toEqual([off, 'false'])
})

test('PLY-11 turning the timer off removes its button and keeps the focus beside it', async () => {
  await act(async () => sleepTimer.setState({ timer: { kind: 'trackEnd' } }))
  const turnOff = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Turn off')!
  turnOff.focus()
  await act(async () => turnOff.click())
  expect(timer()).toEqual(off)
  expect(turnOff.isConnected).toBe(false)
  expect(document.activeElement?.textContent).toBe('End of work')
})

test('PLY-22 shaking is turned on only if the browser permits it', async () => {
  const box = page.querySelector<HTMLInputElement>('input[type=checkbox]')!
  const answers = ['denied', 'granted']
  vi.stubGlobal('DeviceMotionEvent', { requestPermission: async () => answers.shift() })
  await act(async () => box.click())
  expect([useSettings.getState().shakeToExtend, page.querySelector('[role=alert]')!.textContent]).toEqual([
    false,
    'Your browser does not let this page use the motion sensor.',
  ])
  await act(async () => box.click())
  expect([useSettings.getState().shakeToExtend, page.querySelector('[role=alert]')!.textContent]).toEqual([true, ''])
  await act(async () => box.click())
  expect(useSettings.getState().shakeToExtend).toBe(false)
})
