import type { MemoryFields } from '../../domain/records.ts';
import type { FieldKind } from '../codec.ts';

/** How the fields that observations and facts share are kept. */
export const memoryFields: { readonly [K in keyof MemoryFields]-?: FieldKind } = {
  id: 'reference',
  content: 'value',
  importance: 'value',
  mood: 'value',
  moodInferred: 'value',
  concepts: 'value',
  surfacesWhen: 'value',
  domain: 'value',
  topic: 'value',
  ring: 'value',
  knowledgeType: 'value',
  accesses: 'value',
  lastAccessedAt: 'date',
  recordedAt: 'date',
  position: 'value',
  provenance: 'value',
};
