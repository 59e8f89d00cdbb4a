/** Asks one question at a time, so that a control that is dragged never piles up questions. */

/** What came of a question. */
export type Outcome<Question, Answer> =
  | { readonly question: Question; readonly answer: Answer }
  | { readonly question: Question; readonly error: unknown };

/**
 * Makes of a way to ask one that has a single question on its way. Of what is asked meanwhile only the latest is asked
 * next; each that was asked is told.
 */
export function coalesced<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  tell: (outcome: Outcome<Question, Answer>) => void,
): (question: Question) => void {
  let isAsking = false;
  let next: { readonly question: Question } | undefined;
  const run = async (question: Question): Promise<void> => {
    isAsking = true;
    const outcome = await ask(question).then(
      (answer) => ({ question, answer }),
      (error: unknown) => ({ question, error }),
    );
    isAsking = false;
    const waiting = next;
    next = undefined;
    if (waiting !== undefined) void run(waiting.question);
    tell(outcome);
  };
  return (question) => {
    if (isAsking) next = { question };
    else void run(question);
  };
}
