import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { BlurredPicture } from './BlurredPicture.tsx'

let root: Root
let box: HTMLElement
let decoding: Map<string, PromiseWithResolvers<void>>

/** jsdom neither loads pictures nor draws. */
class Picture {
  src = ''
  decode(): Promise<void> {
    const decoded = Promise.withResolvers<void>()
    decoding.set(this.src, decoded)
    return decoded.promise
  }
}

const context = { clearRect() {}, drawImage() {} }
const drawn = () => box.querySelector('canvas')!.dataset.drawn !== undefined
const show = (src: string) => act(async () => root.render(<BlurredPicture src={src} />))
const settle = (src: string, isBroken = false) =>
  act(async () => (isBroken ? decoding.get(src)!.reject(new DOMException('broken')) : decoding.get(src)!.resolve()))

beforeEach(() => {
  decoding = new Map()
  vi.stubGlobal('Image', Picture)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as RenderingContext)
  box = document.createElement('div')
  root = createRoot(box)
})

afterEach(() => act(async () => root.unmount()))

test('WRK-19 a picture that cannot be loaded leaves what is behind it, and the next one is drawn', async () => {
  await show('/broken.jpg')
  await settle('/broken.jpg', true)
  expect(drawn()).toBe(false)
  await show('/next.jpg')
  await settle('/next.jpg')
  expect(drawn()).toBe(true)
})

test('WRK-19 a picture that cannot be loaded does not leave the colours of the one before it', async () => {
  await show('/first.jpg')
  await settle('/first.jpg')
  expect(drawn()).toBe(true)
  await show('/broken.jpg')
  await settle('/broken.jpg', true)
  expect(drawn()).toBe(false)
})

test('WRK-19 a picture that arrives after the next one was asked for is not drawn', async () => {
  await show('/late.jpg')
  await show('/next.jpg')
  await settle('/late.jpg')
  expect(drawn()).toBe(false)
})
