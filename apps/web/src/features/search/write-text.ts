/** Makes `text` what stands in an input, without touching the caret where it stands there already. */
export function writeText(input: HTMLInputElement, text: string): void {
  if (input.value !== text) input.value = text
}
