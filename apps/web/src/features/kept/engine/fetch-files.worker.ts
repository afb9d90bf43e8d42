import { randomUuid } from '#lib/browser/random-uuid.ts'

import { serveLine } from './serve-line.ts'

const lock = `otodana-line-${randomUuid()}`
void navigator.locks.request(lock, () => {
  serveLine(
    {
      addEventListener: (type, listener) => addEventListener(type, listener),
      postMessage: (message, transfer) => postMessage(message, { transfer }),
    },
    (...asked) => fetch(...asked),
    lock,
  )
  return new Promise(() => {})
})
