/**
 * SHA-256 in JavaScript: the browser's own needs all data in memory, is asynchronous for each of a hundred thousand
 * small files, and is missing without HTTPS.
 */

const constants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
const initial = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

const BLOCK = 64

/** Creates a hash of data in pieces. */
export function createSha256() {
  const state = initial.slice()
  const words = new Int32Array(64)
  const rest = new Uint8Array(BLOCK)
  let restLength = 0
  let totalBytes = 0

  function update(bytes: Uint8Array): void {
    totalBytes += bytes.length
    let at = 0
    if (restLength > 0) {
      at = Math.min(BLOCK - restLength, bytes.length)
      rest.set(bytes.subarray(0, at), restLength)
      restLength += at
      if (restLength < BLOCK) return
      compress(state, words, rest, 0)
      restLength = 0
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) compress(state, words, bytes, at)
    rest.set(bytes.subarray(at))
    restLength = bytes.length - at
  }

  /** Returns the hash in hexadecimal. Nothing can be added afterwards. */
  function finish(): string {
    const paddingBytes = (restLength < 56 ? 56 : 120) - restLength
    const end = new Uint8Array(paddingBytes + 8)
    end[0] = 0x80
    end.set(bitCount(totalBytes), paddingBytes)
    update(end)
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  return { update, finish }
}

/** The number of bits as a 64-bit integer, as required at the end. */
export function bitCount(bytes: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8))
  const bits = bytes * 8
  view.setUint32(0, Math.floor(bits / 2 ** 32))
  view.setUint32(4, bits >>> 0)
  return new Uint8Array(view.buffer)
}

/** Returns the hash in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const hash = createSha256()
  hash.update(bytes)
  return hash.finish()
}

function compress(state: Int32Array, words: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++) {
    const from = at + i * 4
    words[i] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!
  }
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15]!
    const y = words[i - 2]!
    const small = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const large = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[i] = (words[i - 16]! + small + words[i - 7]! + large) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const sumE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = (h + sumE + ((e & f) ^ (~e & g)) + constants[i]! + words[i]!) | 0
    const sumA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0] = (state[0]! + a) | 0
  state[1] = (state[1]! + b) | 0
  state[2] = (state[2]! + c) | 0
  state[3] = (state[3]! + d) | 0
  state[4] = (state[4]! + e) | 0
  state[5] = (state[5]! + f) | 0
  state[6] = (state[6]! + g) | 0
  state[7] = (state[7]! + h) | 0
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}

/** The first 32 bits of the fraction. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0
}
