/** What the keyboard does while something is queued: rules as functions of data. */

export const actions = [
  'toggle',
  'rewind',
  'forward',
  'previous',
  'next',
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

/** The keys of each action, as `KeyboardEvent.key` names them, letters in lower case. The first are shown as they are. */
export const keysOf: Record<Action, readonly string[]> = {
  toggle: [' ', 'k'],
  rewind: ['ArrowLeft', 'j'],
  forward: ['ArrowRight', 'l'],
  previous: ['p'],
  next: ['n'],
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
 * What has the focus: something to write or choose in; something that answers to Space, to arrow keys or to both; or
 * nothing of the kind.
 */
export type Focus = 'writing' | 'button' | 'arrows' | 'nothing'

/** What a key asks for; null when it is meant for the browser, an input method, or what has the focus. */
export function actionOf(press: Press, focus: Focus): Action | null {
  // 229 is what an input method leaves of a key, also where `isComposing` does not tell.
  if (press.isComposing || press.keyCode === 229 || focus === 'writing') return null
  if (press.altKey || press.ctrlKey || press.metaKey) return null
  if (press.key === ' ' && focus !== 'nothing') return null
  if (press.key.startsWith('Arrow') && focus === 'arrows') return null
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  return actions.find((action) => keysOf[action].includes(key)) ?? null
}
