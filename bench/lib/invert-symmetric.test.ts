import { expect, test } from 'vitest'

import { invertSymmetric } from './invert-symmetric.ts'
import { seededRandom } from './random.ts'

test('a matrix times its inverse is the identity', () => {
  const size = 12
  const random = seededRandom(4)
  const matrix = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      matrix[row * size + column] = matrix[column * size + row] = random() + (row === column ? size : 0)
    }
  }
  const inverse = matrix.slice()
  invertSymmetric(inverse, size)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let sum = 0
      for (let at = 0; at < size; at += 1) sum += matrix[row * size + at]! * inverse[at * size + column]!
      expect(sum).toBeCloseTo(row === column ? 1 : 0)
    }
  }
})

test('a matrix that is not positive definite is refused', () => {
  expect(() => invertSymmetric(Float64Array.of(1, 2, 2, 1), 2)).toThrow(RangeError)
})
