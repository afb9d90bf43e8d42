import { randomUuid } from '#lib/browser/random-uuid.ts'

import { serveLine } from './serve-line.ts'

const lock = `otodana-line-${randomUuid()}`
const isHeld = new Promise<string>((resolve) => {
  void navigator.locks.request(lock, () => {
    resolve(lock)
    return new Promise(() => {})
  })
})

// At once: messages that come before there is a listener are lost.
serveLine(
  {
    addEventListener: (type, listener) => addEventListener(type, listener),
    postMessage: (message, transfer) => postMessage(message, { transfer }),
  },
  (...asked) => fetch(...asked),
  isHeld,
)
