import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

type FsFunction = {
  [Name in keyof typeof fs]: (typeof fs)[Name] extends (...args: never[]) => unknown ? Name : never
}[keyof typeof fs]

/**
 * Replaces a function of `node:fs` in every module until the end of the block: `using _ = replaceInFs('chmodSync', () => {})`.
 * `vi.mock` does nothing to modules that an earlier test file has loaded.
 */
export function replaceInFs<Name extends FsFunction>(name: Name, replacement: (typeof fs)[Name]): Disposable {
  const original = fs[name]
  fs[name] = replacement
  syncBuiltinESMExports()
  return {
    [Symbol.dispose]() {
      fs[name] = original
      syncBuiltinESMExports()
    },
  }
}

/** The same for `node:fs/promises`; the replacement is made from the original. */
export function replaceInFsPromises<Name extends 'opendir' | 'rename' | 'copyFile' | 'rm'>(
  name: Name,
  replacing: (original: (typeof fsPromises)[Name]) => (typeof fsPromises)[Name],
): Disposable {
  const original = fsPromises[name]
  fsPromises[name] = replacing(original)
  syncBuiltinESMExports()
  return {
    [Symbol.dispose]() {
      fsPromises[name] = original
      syncBuiltinESMExports()
    },
  }
}
