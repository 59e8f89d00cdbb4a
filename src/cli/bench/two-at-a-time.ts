/**
 * Runs tasks in order, two under way at once, as a client does that has the next batch ready while
 * the last one is being written. Answers what they answer, in order; the first failure ends it.
 */
export async function twoAtATime<T>(tasks: Iterable<() => Promise<T>>): Promise<readonly T[]> {
  const answers: T[] = [];
  let before: Promise<T> | undefined;
  for (const task of tasks) {
    const running = task();
    // Its failure is met when its turn comes; until then it is not unhandled.
    running.catch(() => undefined);
    if (before !== undefined) answers.push(await before);
    before = running;
  }
  if (before !== undefined) answers.push(await before);
  return answers;
}
