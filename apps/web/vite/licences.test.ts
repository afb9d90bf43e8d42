import { expect, test } from 'vitest'

import { packageFolder } from './licences.ts'

test.each([
  ['/shelf/node_modules/react/index.js', '/shelf/node_modules/react'],
  ['/shelf/node_modules/@tanstack/react-query/build/x.js', '/shelf/node_modules/@tanstack/react-query'],
  ['/shelf/node_modules/a/node_modules/b/x.js', '/shelf/node_modules/a/node_modules/b'],
  ['\0/shelf/node_modules/scheduler/index.js?commonjs-module', '/shelf/node_modules/scheduler'],
  ['C:\\shelf\\node_modules\\react\\index.js', 'C:/shelf/node_modules/react'],
  ['/shelf/apps/web/src/router.tsx', null],
])('the library of %j is %j', (id, folder) => expect(packageFolder(id)).toBe(folder))
