/** Sets an input's text; an equal text keeps the caret. */
export function writeText(input: HTMLInputElement, text: string): void {
  if (input.value !== text) input.value = text
}
