/** One call of a tool. */
export interface ReferenceCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Calls one after another, beginning with an empty memory. */
export interface ReferenceCase {
  readonly server: 'memory' | 'sequential-thinking';
  readonly case: string;
  readonly calls: readonly ReferenceCall[];
  /** Why answers differ. */
  readonly why?: string;
  /** The places of the calls whose answers do. */
  readonly differs?: readonly number[];
}

/** Every case, with the server that it is for. */
export const cases: readonly ReferenceCase[];

/** The form of a JSON Schema: names, types and what is required, without words and limits. */
export function formOf(schema: object): object;
