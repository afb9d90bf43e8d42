import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { parseSync } from 'vite'
import { expect, test } from 'vitest'

import { asModule } from './react-modules.ts'

const require = createRequire(import.meta.url)

test('what a CommonJS module assigns to exports is exported, and what it requires is imported', () => {
  const code = `"use strict";
var React = require("react"), one = 1;
exports.now = void 0;
exports.now = function () { return one };
exports.add = function (n) { return exports.now() + n };
exports.memo = require("scheduler").memo;`
  expect(asModule(code)).toBe(`import * as React from 'react'
import * as $import_1 from 'scheduler'
"use strict";
var one = 1;
var $export_now = void 0;
$export_now = function () { return one };
var $export_add = function (n) { return $export_now() + n };
var $export_memo = $import_1.memo;
export { $export_now as now, $export_add as add, $export_memo as memo }
`)
})

test.each([
  ['react', 'react'],
  ['react', 'react-jsx-runtime'],
  ['react', 'react-compiler-runtime'],
  ['react-dom', 'react-dom'],
  ['react-dom', 'react-dom-client'],
  ['scheduler', 'scheduler'],
  ['use-sync-external-store', 'use-sync-external-store-with-selector'],
])('as a module, %s/%s exports the same', (library, name) => {
  const file = require.resolve(`${library}/package.json`).replace('package.json', `cjs/${name}.production.js`)
  const code = asModule(readFileSync(file, 'utf8'))
  const { errors, module } = parseSync('module.js', code)
  expect(errors).toEqual([])
  expect(code).not.toMatch(/\brequire\(|\bexports\./)
  const names = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.exportName.name))
  expect(names.toSorted()).toEqual(Object.keys(require(file) as object).toSorted())
})
