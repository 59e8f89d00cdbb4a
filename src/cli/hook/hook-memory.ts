/** The verbs that hooks use; any agent's memory has them. */

/** An agent's memory, as far as hooks need it. */
export interface HookMemory {
  /** Whose memory it is. */
  readonly name: string;
  ambient(options: {
    readonly message: string;
    readonly session: string;
    readonly exclude: readonly string[];
    readonly readWithinMs: number;
  }): Promise<{ readonly text: string }>;
  observe(options: HookObservation & { readonly id: string; readonly session: string }): Promise<unknown>;
  session(options: { readonly id: string; readonly goal: string }): Promise<unknown>;
  sessions(options: { readonly limit: number }): Promise<readonly HookSession[]>;
  digest(options: { readonly session: string; readonly maxTokens: number }): Promise<{ readonly text: string }>;
}

/** A session, as far as hooks look at it. */
export interface HookSession {
  readonly id: string;
  readonly goal?: string | undefined;
  readonly memories: number;
  readonly thoughts: number;
}

/** Something that a hook remembers. */
export interface HookObservation {
  readonly content: string;
  readonly type: 'user_input' | 'tool_output' | 'error';
  readonly channel: 'user' | 'agent' | 'tool';
  readonly source: string;
  readonly speaker?: string;
  /** 1 to 10. */
  readonly importance: number;
}
