/** A text of at most so many characters: its beginning, or its end, where programs say how it went. */
export function shortened(text: string, characters: number, kept: 'beginning' | 'end' = 'beginning'): string {
  if (text.length <= characters) return text;
  return kept === 'end' ? `… ${text.slice(2 - characters)}` : `${text.slice(0, characters - 2)} …`;
}
