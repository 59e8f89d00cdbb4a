/** What the library answers, as it comes over HTTP: JSON, in which a moment is a string and methods are none. */
import type { AgentVerbs, SpaceVerbs } from 'madeleine';

type Method = (...values: never[]) => unknown;

/** A value of the library as JSON has it. */
export type Wire<Value> = Value extends Date
  ? string
  : Value extends Method
    ? never
    : Value extends readonly unknown[]
      ? { readonly [Place in keyof Value]: Wire<Value[Place]> }
      : Value extends object
        ? { readonly [Key in keyof Value as Value[Key] extends Method ? never : Key]: Wire<Value[Key]> }
        : Value;

type VerbNames<Verbs> = {
  [Name in keyof Verbs]: Verbs[Name] extends (...values: never[]) => Promise<unknown> ? Name : never;
}[keyof Verbs];

/** The verbs of an agent's memory that answer once. */
export type AgentVerb = Extract<VerbNames<AgentVerbs>, string>;
/** The verbs of a space's memory that answer once. */
export type SpaceVerb = Exclude<Extract<VerbNames<SpaceVerbs>, string>, 'close' | 'import' | 'backup' | 'restore'>;

/** What cannot go over a wire. */
type Local = 'signal' | 'onProgress' | 'languageModel';
/** The verbs whose subject is an argument of its own in the library; over HTTP it stands among the options. */
interface Subjects {
  readonly undo: { readonly id: string; readonly dryRun?: boolean };
  readonly impact: { readonly source: string };
  readonly query: {
    readonly sql: string;
    readonly bindings?: Readonly<Record<string, unknown>>;
    readonly limit?: number;
  };
}

/** What a verb takes: its options in one object. */
export type OptionsOf<Verbs, Name extends keyof Verbs> = Name extends keyof Subjects
  ? Subjects[Name]
  : Verbs[Name] extends (...values: infer Values) => unknown
    ? Omit<Wire<Exclude<Values[0], string | undefined>>, Local>
    : never;

/** What a verb answers. */
type AnswerOf<Verb> = Verb extends (...values: never[]) => Promise<infer Answer> ? Wire<Answer> : never;

/** What an agent's verb answers. */
export type AgentAnswer<Name extends AgentVerb> = AnswerOf<AgentVerbs[Name]>;
/** What a space's verb answers. */
export type SpaceAnswer<Name extends SpaceVerb> = AnswerOf<SpaceVerbs[Name]>;
