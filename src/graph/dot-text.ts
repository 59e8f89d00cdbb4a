/** Any text as a string of the DOT language: nothing in it can end the string or start a statement. */
export function dotText(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
