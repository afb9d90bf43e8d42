import { expect, test } from 'vitest'

import { createNotifications } from './notifications.ts'

type Page = { visibilityState: 'visible' | 'hidden'; name: string }

/** A worker with some open pages; what it does is noted. */
function aWorker(...pages: Page[]) {
  const done: unknown[] = []
  const notifications = createNotifications({
    listPages: async () =>
      pages.map(({ name, visibilityState }) => ({
        visibilityState,
        postMessage: (message: unknown) => void done.push([name, message]),
        focus: async () => void done.push(`${name} has the focus`),
      })),
    openPage: async (path) => void done.push(`opened ${path}`),
    show: async (title, options) => void done.push([title, options]),
    shelf: '/otodana/kept',
    icon: '/otodana/icons/icon-192.png',
  })
  return { notifications, done }
}

const hidden = (name: string): Page => ({ name, visibilityState: 'hidden' })
const visible = (name: string): Page => ({ name, visibilityState: 'visible' })

test('OFF-29 what is done is notified once, while no page is visible', async () => {
  const { notifications, done } = aWorker(hidden('a'), hidden('b'))
  await notifications.notify('Kept on this device', '3 works')
  // With one name, so that the next one replaces it.
  const options = { body: '3 works', tag: 'otodana-kept', icon: '/otodana/icons/icon-192.png' }
  expect(done).toEqual([['Kept on this device', options]])
})

test('OFF-29 without any page it is notified, too; with one that is visible, that page says it', async () => {
  const none = aWorker()
  await none.notifications.notify('Kept', 'x')
  expect(none.done).toHaveLength(1)
  const one = aWorker(hidden('a'), visible('b'))
  await one.notifications.notify('Kept', 'x')
  expect(one.done).toEqual([])
})

test('OFF-29 a tap on it shows the shelf in the page that was used last, and closes it', async () => {
  const { notifications, done } = aWorker(hidden('a'), hidden('b'))
  await notifications.handleClick({ close: () => void done.push('closed') })
  expect(done).toEqual(['closed', ['a', { type: 'open', path: '/otodana/kept' }], 'a has the focus'])
})

test('OFF-29 without an open page a tap opens one', async () => {
  const { notifications, done } = aWorker()
  await notifications.handleClick({ close: () => void done.push('closed') })
  expect(done).toEqual(['closed', 'opened /otodana/kept'])
})
