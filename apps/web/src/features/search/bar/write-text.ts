/** Sets the text of an input; an equal text leaves the caret where it is. */
export function writeText(input: HTMLInputElement, text: string): void {
  if (input.value !== text) input.value = text
}
