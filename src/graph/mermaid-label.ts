/** A text as the quoted label of a Mermaid drawing: what Mermaid or HTML would read as its own becomes a numbered character. */
export function mermaidLabel(text: string): string {
  return text.replace(/[#"<>&`\\]/g, (character) => `#${character.charCodeAt(0)};`);
}
