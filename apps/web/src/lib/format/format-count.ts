/**
 * Formats 1234567 as 1,234,567, which is right in all three languages. Without `Intl`, so that server and browser
 * cannot differ.
 */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
}
