import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { actionOf, actions, keysOf } from './shortcuts.ts'
import type { Press } from './shortcuts.ts'

const press = (key: string, over: Partial<Press> = {}): Press => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 0,
  ...over,
})
const known = fc.constantFrom(...Object.values(keysOf).flat())

describe('PLY-10 keyboard shortcuts', () => {
  test('every action has keys, and no key has two', () => {
    const keys = actions.flatMap((action) => keysOf[action])
    expect(new Set(keys).size).toBe(keys.length)
    for (const action of actions) expect(actionOf(press(keysOf[action][0]!), 'nothing')).toBe(action)
    expect(actionOf(press('K'), 'nothing')).toBe('toggle')
  })

  test('text input, input methods and keys with a modifier are left alone', () => {
    fc.assert(
      fc.property(known, fc.constantFrom('button', 'arrows', 'nothing'), (key, focus) => {
        expect(actionOf(press(key), 'writing')).toBeNull()
        for (const over of [
          { isComposing: true },
          { keyCode: 229 },
          { altKey: true },
          { ctrlKey: true },
          { metaKey: true },
        ])
          expect(actionOf(press(key, over), focus as 'button')).toBeNull()
      }),
    )
  })

  test('Space belongs to a focused button, the arrow keys to a focused slider or radio group', () => {
    expect(actionOf(press(' '), 'button')).toBeNull()
    expect(actionOf(press(' '), 'arrows')).toBeNull()
    expect(actionOf(press('ArrowLeft'), 'arrows')).toBeNull()
    expect(actionOf(press('ArrowLeft'), 'button')).toBe('rewind')
    expect(actionOf(press('k'), 'arrows')).toBe('toggle')
  })

  test('other keys do nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3 }), (key) => {
        const isKnown = Object.values(keysOf)
          .flat()
          .includes(key.length === 1 ? key.toLowerCase() : key)
        expect(actionOf(press(key), 'nothing') !== null).toBe(isKnown)
      }),
    )
  })
})
