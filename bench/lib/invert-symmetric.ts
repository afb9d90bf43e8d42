/**
 * Inverts a symmetric positive definite matrix in place, by Cholesky's decomposition. Takes `size`³ multiplications:
 * 3,000 rows about 20 s.
 *
 * @param matrix  by rows
 * @throws {RangeError} the matrix is not positive definite
 */
export function invertSymmetric(matrix: Float64Array, size: number): void {
  // The lower triangle L, row by row, with matrix = L Lᵀ.
  for (let row = 0; row < size; row += 1) {
    const rowStart = row * size
    for (let column = 0; column <= row; column += 1) {
      const columnStart = column * size
      let sum = matrix[rowStart + column]!
      for (let at = 0; at < column; at += 1) sum -= matrix[rowStart + at]! * matrix[columnStart + at]!
      if (column < row) matrix[rowStart + column] = sum / matrix[columnStart + column]!
      else if (sum > 0) matrix[rowStart + row] = Math.sqrt(sum)
      else throw new RangeError('the matrix is not positive definite')
    }
  }
  // L⁻¹, whose columns are kept as rows of the upper triangle: entry (column, row) is L⁻¹ at (row, column).
  for (let column = 0; column < size; column += 1) {
    const start = column * size
    const first = 1 / matrix[start + column]!
    for (let row = column + 1; row < size; row += 1) {
      const rowStart = row * size
      let sum = matrix[rowStart + column]! * first
      for (let at = column + 1; at < row; at += 1) sum += matrix[rowStart + at]! * matrix[start + at]!
      matrix[start + row] = -sum / matrix[rowStart + row]!
    }
  }
  for (let at = 0; at < size; at += 1) matrix[at * size + at] = 1 / matrix[at * size + at]!
  // matrix⁻¹ = L⁻ᵀ L⁻¹: of two rows of the upper triangle the product from the later diagonal on.
  for (let row = 0; row < size; row += 1) {
    for (let column = row; column < size; column += 1) {
      let sum = 0
      for (let at = column; at < size; at += 1) sum += matrix[row * size + at]! * matrix[column * size + at]!
      // Nothing before the diagonal of a later row is read again.
      matrix[row * size + column] = sum
    }
  }
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < row; column += 1) matrix[row * size + column] = matrix[column * size + row]!
  }
}
