import { ReadableStream, TextDecoderStream } from 'node:stream/web'

// React then flushes effects inside `act` and warns about updates outside it. What browsers have and jsdom has not.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, ReadableStream, TextDecoderStream })
