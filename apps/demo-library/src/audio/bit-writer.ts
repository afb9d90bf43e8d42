/** Bits, most significant first, in a buffer that grows. */
export class BitWriter {
  private bytes = new Uint8Array(1 << 16)
  private length = 0
  private pending = 0
  private pendingBits = 0

  /** @param count at most 24; higher bits of `value` are ignored, so negative numbers are written in two's complement */
  write(value: number, count: number): void {
    this.pending = ((this.pending << count) | (value & ((1 << count) - 1))) >>> 0
    this.pendingBits += count
    while (this.pendingBits >= 8) {
      this.pendingBits -= 8
      if (this.length === this.bytes.length) this.grow()
      this.bytes[this.length++] = this.pending >>> this.pendingBits
      this.pending &= (1 << this.pendingBits) - 1
    }
  }

  /** A number as FLAC's Rice code: the high part in unary, then `parameter` low bits. */
  writeRice(value: number, parameter: number): void {
    const folded = value >= 0 ? value * 2 : -value * 2 - 1
    let quotient = folded >>> parameter
    while (quotient > 15) {
      this.write(0, 16)
      quotient -= 16
    }
    this.write(1, quotient + 1)
    if (parameter > 0) this.write(folded, parameter)
  }

  fillByte(): void {
    if (this.pendingBits > 0) this.write(0, 8 - this.pendingBits)
  }

  get byteLength(): number {
    return this.length
  }

  /** A view of what has been written, valid until the next write. */
  view(from: number): Uint8Array {
    return this.bytes.subarray(from, this.length)
  }

  private grow(): void {
    const bigger = new Uint8Array(this.bytes.length * 2)
    bigger.set(this.bytes)
    this.bytes = bigger
  }
}
