const units = ['kB', 'MB', 'GB', 'TB']

/** In decimal units. Without `Intl`, so that server and browser cannot differ. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < 1000) return `${sizeBytes} B`
  let amount = sizeBytes / 1000
  let unit = 0
  // 1000.0 belongs to the next unit.
  while (amount >= 999.95 && unit < units.length - 1) {
    amount /= 1000
    unit++
  }
  return `${amount.toFixed(1)} ${units[unit]}`
}
