/**
 * Returns the sizes of this origin's stored values, largest first.
 *
 * @throws {DOMException} the browser forbids storage
 */
export function storedSizes(area: 'localStorage' | 'sessionStorage'): { key: string; sizeBytes: number }[] {
  const storage = globalThis[area]
  return Object.keys(storage)
    .map((key) => ({ key, sizeBytes: (key.length + (storage.getItem(key)?.length ?? 0)) * 2 }))
    .sort((a, b) => b.sizeBytes - a.sizeBytes)
}
