/** Does the work of several items at once, at most `lanes`, and gives what comes of it in the order of the items. */
export async function* mapConcurrently<T, R>(
  items: AsyncIterable<T>,
  lanes: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = []
  try {
    for await (const item of items) {
      const done = work(item)
      // Its failure is thrown at its turn.
      done.catch(() => undefined)
      underWay.push(done)
      if (underWay.length >= lanes) yield await underWay.shift()!
    }
    while (underWay.length > 0) yield await underWay.shift()!
  } finally {
    await Promise.allSettled(underWay)
  }
}
