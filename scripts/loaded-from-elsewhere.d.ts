/** What a browser that shows this HTML or CSS loads from another host. A link that somebody may follow is not among it. */
export function loadedFromElsewhere(text: string): string[];
