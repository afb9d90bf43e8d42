/** Maps items concurrently, at most `lanes` at a time, and yields the results in the order of the items. */
export async function* mapConcurrently<T, R>(
  items: AsyncIterable<T>,
  lanes: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = []
  try {
    for await (const item of items) {
      const done = work(item)
      // Thrown when its turn comes.
      done.catch(() => undefined)
      underWay.push(done)
      if (underWay.length >= lanes) yield await underWay.shift()!
    }
    while (underWay.length > 0) yield await underWay.shift()!
  } finally {
    await Promise.allSettled(underWay)
  }
}
