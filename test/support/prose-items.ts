/** Memories as prose takes them, made from the little that a test says of them. */
import type { Channel } from '../../src/domain/records.ts';
import type { ProseItem } from '../../src/language/told.ts';

/** What a test may say of a memory beside its words. */
export type ItemFields = Partial<Omit<ProseItem, 'entities' | 'occurredAt' | 'validFrom'>> & {
  readonly at?: string;
  readonly since?: string;
  readonly names?: readonly string[];
  /** How it came in. @default 'user' */
  readonly channel?: Channel;
  /** @default the believer */
  readonly source?: string;
  readonly believer?: string;
};

let made = 0;

/** A memory that `lisa` has. */
export function proseItem(content: string, fields: ItemFields): ProseItem {
  const {
    at = '2026-01-14T08:01:00Z',
    since,
    names = [],
    channel = 'user',
    believer = 'lisa',
    source,
    ...rest
  } = fields;
  made += 1;
  return {
    id: `observation:${made}`,
    type: 'user_input',
    content,
    occurredAt: new Date(at),
    believers: [{ agent: believer, provenance: { channel, source: source ?? believer, trust: 0.9 } }],
    entities: names.map((name) => ({ name })),
    ...(since === undefined ? {} : { validFrom: new Date(since) }),
    ...rest,
  };
}

/** A fact that `lisa` believes. */
export function proseFact(content: string, fields: ItemFields = {}): ProseItem {
  return proseItem(content, { type: 'fact', kind: 'world.fact', ...fields });
}

/** What somebody said to `lisa`. */
export function proseSaid(speaker: string | undefined, content: string, fields: ItemFields = {}): ProseItem {
  return proseItem(content, { recordedBy: 'lisa', ...(speaker === undefined ? {} : { speaker }), ...fields });
}

/** What `lisa` thought. */
export function proseThought(content: string, fields: ItemFields = {}): ProseItem {
  return proseItem(content, { type: 'thought', recordedBy: 'lisa', channel: 'agent', ...fields });
}
