/** The questions of a LoCoMo conversation, and the turns that are their evidence. */
import { z } from 'zod';

/** A question with its evidence. */
export interface LocomoQuestion {
  readonly question: string;
  /** 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial. */
  readonly category: number;
  /** What should be answered; adversarial questions have no answer. */
  readonly answer?: string;
  /** The turns that are evidence, as `D<session>:<turn>`, each once. */
  readonly evidence: readonly string[];
  /** What is given as evidence and names no turn of the conversation. */
  readonly unresolved: readonly string[];
}

const questionSchema = z.object({
  question: z.string().min(1),
  category: z.number().int(),
  answer: z.union([z.string(), z.number()]).optional().catch(undefined),
  evidence: z.array(z.string()).default([]),
});

/** Reads the questions that are well-formed, with their evidence looked up among the turns. */
export function readLocomoQuestions(values: readonly unknown[], turns: ReadonlySet<string>): readonly LocomoQuestion[] {
  return values.flatMap((value) => {
    const checked = questionSchema.safeParse(value);
    if (!checked.success) return [];
    const { question, category, answer } = checked.data;
    const found = new Set<string>();
    const unresolved: string[] = [];
    for (const cell of checked.data.evidence) {
      const ids = turnIds(cell);
      if (ids.length === 0) unresolved.push(cell);
      for (const id of ids) {
        if (turns.has(id)) found.add(id);
        else unresolved.push(id);
      }
    }
    const answered = answer === undefined ? {} : { answer: `${answer}` };
    return [{ question, category, ...answered, evidence: [...found], unresolved }];
  });
}

/** The turn that a `dia_id` names, as `D<session>:<turn>` without leading zeros; undefined when it names none. */
export function turnId(text: string): string | undefined {
  return turnIds(text)[0];
}

/** The turns that a cell of evidence names: `D8:6; D9:17` holds two, `D:11:26` means `D11:26`. */
export function turnIds(cell: string): readonly string[] {
  return [...cell.matchAll(/D:?\s*(\d+)\s*:\s*(\d+)/gi)].map((match) => `D${Number(match[1])}:${Number(match[2])}`);
}
