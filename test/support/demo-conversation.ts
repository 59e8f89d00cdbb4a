/** The conversation that is shipped with the package, which the demo shows. */
import { fileURLToPath } from 'node:url';

/** Where its file is. */
export const demoConversation: string = fileURLToPath(new URL('../../demo/conversation.ndjson', import.meta.url));
