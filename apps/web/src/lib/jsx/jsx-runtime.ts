import type { Key } from 'react'
import { Fragment, jsx as create } from 'react/jsx-runtime'

import { basePath, below } from '../base-path.ts'

const createPlaced: typeof create = (type, props, key?: Key) => {
  const name = type === 'a' ? 'href' : type === 'form' ? 'action' : ''
  const path = String((props as Record<string, unknown>)[name])
  return create(type, path.startsWith('/') ? { ...(props as object), [name]: below(path) } : props, key)
}

/**
 * React's own, except that links and forms lead below the base path. The build uses it for all JSX of the app (see
 * vite.config.ts), so screens name only paths of the app. Addresses of files and covers are made by `mediaAddress`.
 */
const jsx = import.meta.env.SSR || basePath !== '' ? createPlaced : create

// In production React's two functions are the same.
export { Fragment, jsx, jsx as jsxs }
