import { foldText } from '@otodana/keyword'

/** Returns the key that must be unique among account names: without differences in case, width and white space. */
export function accountKey(name: string): string {
  return foldText(name.toWellFormed().replaceAll('\0', ' '))
}
