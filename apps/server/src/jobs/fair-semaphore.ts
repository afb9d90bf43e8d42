/** Rejected because too many tasks are waiting. */
export class NoRoom extends Error {
  constructor() {
    super('Too many are waiting already')
    this.name = 'NoRoom'
  }
}

type Waiting = { begin: () => void; refuse: (error: NoRoom) => void }
type Lane = { byKey: Map<string, Waiting[]>; count: number }

/** Every so many turns the last lane gets one, to prevent starvation. */
const LAST_LANE_EVERY = 4

/**
 * Runs at most `atOnce` tasks. The others wait in lanes: lane 0 goes before lane 1, and so on, each with its own
 * capacity, so that a crowd in one does not affect another. Within a lane keys take turns, however many tasks each has;
 * when the lane is full, a task of the key with the most makes room for one of a key with fewer.
 */
export function createFairSemaphore({ atOnce, lanes: laneCount, roomPerLane }: FairSemaphoreOptions) {
  const lanes = Array.from({ length: laneCount }, (): Lane => ({ byKey: new Map(), count: 0 }))
  let running = 0
  let turn = 0

  /** @throws {NoRoom} */
  function makeRoom(lane: Lane, key: string): void {
    if (lane.count < roomPerLane) return
    const [longest, queue] = [...lane.byKey].reduce((most, entry) => (entry[1].length > most[1].length ? entry : most))
    if (queue.length <= (lane.byKey.get(key)?.length ?? 0) + 1) throw new NoRoom()
    queue.pop()?.refuse(new NoRoom())
    if (queue.length === 0) lane.byKey.delete(longest)
    lane.count--
  }

  function wait(laneIndex: number, key: string): Promise<void> {
    const lane = lanes[laneIndex]
    if (lane === undefined) throw new RangeError(`There is no lane ${laneIndex}`)
    makeRoom(lane, key)
    return new Promise((begin, refuse) => {
      const queue = lane.byKey.get(key) ?? []
      queue.push({ begin, refuse })
      lane.byKey.set(key, queue)
      lane.count++
    })
  }

  function takeNext(): Waiting | undefined {
    turn++
    const isFilled = ({ count }: Lane) => count > 0
    const lane = turn % LAST_LANE_EVERY === 0 ? lanes.findLast(isFilled) : lanes.find(isFilled)
    const [first] = lane?.byKey ?? []
    if (lane === undefined || first === undefined) return undefined
    const [key, queue] = first
    lane.byKey.delete(key)
    const next = queue.shift()
    if (queue.length > 0) lane.byKey.set(key, queue)
    lane.count--
    return next
  }

  return {
    /** @throws {NoRoom} immediately, or while waiting */
    async run<T>(lane: number, key: string, task: () => Promise<T>): Promise<T> {
      if (running >= atOnce) await wait(lane, key)
      else running++
      try {
        return await task()
      } finally {
        // The slot is handed over directly, so that no other caller can take it in between.
        const next = takeNext()
        if (next) next.begin()
        else running--
      }
    },
  }
}

type FairSemaphoreOptions = {
  atOnce: number
  lanes: number
  /** Maximum number of waiting tasks in each lane. */
  roomPerLane: number
}
