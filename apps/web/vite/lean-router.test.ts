import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { parseSync } from 'vite'
import { expect, test } from 'vitest'

import { withoutLinks } from './lean-router.ts'

test('routes lose their link component and nothing else', () => {
  const file = fileURLToPath(new URL('route.js', import.meta.resolve('@tanstack/react-router')))
  const code = withoutLinks(readFileSync(file, 'utf8'))
  expect(code).not.toContain('this.Link')
  expect(code).not.toContain('React.')
  expect(code.match(/this\.useNavigate = /g)).toHaveLength(3)
  expect(parseSync('route.js', code).errors).toEqual([])
})
