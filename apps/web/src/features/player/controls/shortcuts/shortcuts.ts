/** Rules for keyboard shortcuts, as pure functions. */

export const actions = [
  'toggle',
  'rewind',
  'forward',
  'previous',
  'next',
  'previousChapter',
  'nextChapter',
  'quieter',
  'louder',
  'mute',
  'slower',
  'faster',
  'mode',
  'full',
  'sound',
  'help',
] as const
export type Action = (typeof actions)[number]

/** The keys of each action, as in `KeyboardEvent.key`, letters in lower case. The first one is shown. */
export const keysOf: Record<Action, readonly string[]> = {
  toggle: [' ', 'k'],
  rewind: ['ArrowLeft', 'j'],
  forward: ['ArrowRight', 'l'],
  previous: ['p'],
  next: ['n'],
  previousChapter: [','],
  nextChapter: ['.'],
  quieter: ['-'],
  louder: ['+', '='],
  mute: ['m'],
  slower: ['<', '['],
  faster: ['>', ']'],
  mode: ['r'],
  full: ['f'],
  sound: ['t'],
  help: ['?'],
}

export type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'>
/**
 * What has the focus: a text field or select, something that handles Space, something that handles the arrow keys (and
 * maybe Space), or none of these.
 */
export type Focus = 'writing' | 'button' | 'arrows' | 'nothing'

/**
 * Returns the action of a key press, or null if the key belongs to the browser, an input method or the focused element.
 */
export function actionOf(press: Press, focus: Focus): Action | null {
  // 229: a key handled by an input method, also where `isComposing` is missing.
  if (press.isComposing || press.keyCode === 229 || focus === 'writing') return null
  if (press.altKey || press.ctrlKey || press.metaKey) return null
  if (press.key === ' ' && focus !== 'nothing') return null
  if (press.key.startsWith('Arrow') && focus === 'arrows') return null
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  return actions.find((action) => keysOf[action].includes(key)) ?? null
}
