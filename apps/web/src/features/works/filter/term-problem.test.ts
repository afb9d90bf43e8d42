import { openKeyword } from '@otodana/keyword'
import { expect, test } from 'vitest'

import { termProblem } from './term-problem.ts'

const problem = (text: string) => openKeyword(text).terms.map(termProblem)

test.each([
  ['rain', null],
  ['$tag:anything$', null],
  ['$-age:adult$', null],
  ['$age:R15$', null],
  ['$age:18$', 'age'],
  ['$lang:jpn$', null],
  ['$lang:Japanese$', 'language'],
  ['$rate:4.5$', null],
  ['$-price:cheap$', 'number'],
  ['$sell:-1$', 'number'],
  ['$duration:1.5h$', null],
  ['$duration:long$', 'duration'],
  ['$release:2024-05$', null],
  ['$release:May$', 'date'],
  ['$tag:$', 'empty'],
] as const)('LIB-11 SET-01 the filter term %s: %s', (text, expected) => expect(problem(text)).toEqual([expected]))
