import { serveLine } from './serve-line.ts'

serveLine(
  {
    addEventListener: (type, listener) => addEventListener(type, listener),
    postMessage: (message, transfer) => postMessage(message, { transfer }),
  },
  (...asked) => fetch(...asked),
)
