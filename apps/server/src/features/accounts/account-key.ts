import { foldText } from '@otodana/keyword'

/** The name under which two accounts are the same: case, width and white space do not tell people apart. */
export function accountKey(name: string): string {
  return foldText(name.toWellFormed().replaceAll('\0', ' '))
}
