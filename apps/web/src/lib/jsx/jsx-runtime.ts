import type { Key } from 'react'
import { Fragment, jsx as create, jsxs as createStatic } from 'react/jsx-runtime'

import { basePath, below } from '../base-path.ts'

export { Fragment }

type Create = typeof create

function placing(create: Create): Create {
  return (type, props, key?: Key) => {
    const name = type === 'a' ? 'href' : type === 'form' ? 'action' : ''
    const path = String((props as Record<string, unknown>)[name])
    return create(type, path.startsWith('/') ? { ...(props as object), [name]: below(path) } : props, key)
  }
}

const isPlaced = import.meta.env.SSR || basePath !== ''

/**
 * React's own, except that links and forms lead below the base path. The build uses it for all JSX of the app (see
 * vite.config.ts), so screens name only paths of the app. Addresses of files and covers are made by `mediaAddress`.
 */
export const jsx = isPlaced ? placing(create) : create
export const jsxs = isPlaced ? placing(createStatic) : createStatic
