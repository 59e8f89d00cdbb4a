/** Which prompts only order work, and which tell something that is worth remembering. */
import { describe, expect, it } from 'vitest';
import { ordersOnly } from '../../../../src/cli/hook/orders.ts';

describe('an order', () => {
  it.each([
    'Install lodash in this repo',
    'Fix the failing test',
    'Run the tests',
    'Run the tests and tell me what fails.',
    'please add a login page',
    'Can you refactor the parser?',
    'Could you please rename the file to parse.ts?',
    "Let's update the README and the changelog.",
    'Ok, now run the build again.',
    'Yes, go ahead and commit.',
    'Make sure the tests are green.',
    'Check whether the server is running',
    'Fix the test that is failing on Windows.',
    'Add a button, a form and a table.',
    '- Rename the class\n- Update the imports',
    'Fix this:\n```\nError: the build is broken\n```',
    'I want you to write a test for the parser.',
    'Plan where the roses go.',
    'Explain how the cache works.',
    'Deploy to staging.',
  ])('is %j', (prompt) => {
    expect(ordersOnly(prompt)).toBe(true);
  });
});

describe('no order', () => {
  it.each([
    'Always use pnpm here',
    'Use pnpm, not npm.',
    'I prefer tabs',
    'We deploy on Fridays',
    'Add a login page; we use Vue',
    'Add a login page, we use Vue.',
    'Fix the failing test because the customer is waiting for 2.0.',
    'Run the tests. Our CI is on Node 22.',
    'Never commit to main.',
    "Don't touch the migrations.",
    'Run the linter before every commit.',
    'Remember that the staging server is called otter.',
    'Test coverage is at 80 percent.',
    'Plan B is to ship without it.',
    'Deploy windows are on Tuesdays.',
    'My name is Lisa, add me to the authors.',
    'Add dark mode and we ship on Monday.',
    'How should I build a bed for Luna?',
    'Luna is sixteen.',
    'Installiere lodash in diesem Projekt.',
    '```\nconst a = 1;\n```',
    'Write the docs in British English, Mark hates the other one.',
    'Make commits only with a green build.',
  ])('is %j', (prompt) => {
    expect(ordersOnly(prompt)).toBe(false);
  });
});
