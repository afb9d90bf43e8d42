const FIRST_SLOTS = 1 << 12
const FIRST_POSTINGS = 1 << 14

/** Collects grams with the blocks that contain them in memory, before they are written. */
export function createGramLists() {
  // A custom hash table: a Map allocates an object for each number above 2³¹, and there are hundreds of thousands.
  let keys = new Float64Array(FIRST_SLOTS)
  let slots = new Int32Array(FIRST_SLOTS)
  let grams = new Float64Array(FIRST_SLOTS / 2)
  /** By gram: its last posting; each posting refers to the previous one. */
  let heads = new Int32Array(FIRST_SLOTS / 2)
  let gramCount = 0
  let blocks = new Int32Array(FIRST_POSTINGS)
  let previous = new Int32Array(FIRST_POSTINGS)
  let size = 0

  function placeOf(gram: number): number {
    const mask = keys.length - 1
    let place = (Math.imul(gram >>> 0, 0x9e3779b1) ^ Math.imul((gram / 0x100000000) | 0, 0x85ebca6b)) >>> 0
    place = (place ^ (place >>> 15)) & mask
    while (slots[place] !== 0 && keys[place] !== gram) place = (place + 1) & mask
    return place
  }

  function growTable(): void {
    keys = new Float64Array(keys.length * 2)
    slots = new Int32Array(slots.length * 2)
    grams = grown(grams)
    heads = grown(heads)
    for (let slot = 0; slot < gramCount; slot++) {
      const place = placeOf(grams[slot]!)
      keys[place] = grams[slot]!
      slots[place] = slot + 1
    }
  }

  return {
    /** Blocks of one gram must be added in ascending order; repeating the last one has no effect. */
    add(gram: number, block: number): void {
      const place = placeOf(gram)
      let slot = slots[place]! - 1
      if (slot === -1) {
        slot = gramCount++
        keys[place] = gram
        slots[place] = gramCount
        grams[slot] = gram
        heads[slot] = -1
        if (gramCount === grams.length) growTable()
      }
      const head = heads[slot]!
      if (head !== -1 && blocks[head] === block) return
      if (size === blocks.length) {
        blocks = grown(blocks)
        previous = grown(previous)
      }
      blocks[size] = block
      previous[size] = head
      heads[slot] = size++
    },

    /** Number of postings. */
    size: () => size,

    /** Yields the grams in ascending order, each with its blocks in ascending order. */
    *entries(): Generator<{ gram: number; blocks: number[] }> {
      const order = Array.from({ length: gramCount }, (_, slot) => slot).sort((a, b) => grams[a]! - grams[b]!)
      for (const slot of order) {
        const list: number[] = []
        for (let at = heads[slot]!; at !== -1; at = previous[at]!) list.push(blocks[at]!)
        yield { gram: grams[slot]!, blocks: list.reverse() }
      }
    },

    clear(): void {
      slots.fill(0)
      gramCount = 0
      size = 0
    },
  }
}

function grown<T extends Float64Array | Int32Array>(array: T): T {
  const larger = array instanceof Float64Array ? new Float64Array(array.length * 2) : new Int32Array(array.length * 2)
  larger.set(array)
  return larger as T
}
