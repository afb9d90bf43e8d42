/** Makes a load that fails without a connection wait for it, and try again: for parts that no tap has opened. */
export function onceConnected<T>(load: () => Promise<T>): () => Promise<T> {
  return async function loadConnected(): Promise<T> {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      return loadConnected()
    }
  }
}
