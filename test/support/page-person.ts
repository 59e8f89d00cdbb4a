/** The two ways in which a person works on the page: with a pointer, and with nothing but the keyboard. */
import type { Locator, Page } from 'playwright-core';

/** What a person does to the controls of the page. */
export interface Person {
  /** Presses a button, a link or an item, or ticks a box. */
  readonly press: (control: Locator) => Promise<void>;
  /** Chooses one of a list by its words. */
  readonly choose: (control: Locator, words: string) => Promise<void>;
  /** Puts a text in the place of what a field holds. */
  readonly write: (field: Locator, text: string) => Promise<void>;
}

/** Steps from control to control after which one counts as out of reach. */
const mostSteps = 500;

/** Goes on with Tab until a control has the focus, as somebody without a pointer does. */
async function reach(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let step = 0; step < mostSteps; step++) {
    if (await control.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`reach: Tab does not lead to ${control}.`);
}

/** Somebody with a pointer; texts are typed all the same. */
export function withPointer(page: Page): Person {
  return {
    press: (control) => control.click(),
    choose: async (control, label) => {
      await control.selectOption({ label });
    },
    write: async (field, text) => {
      await field.click({ clickCount: 3 });
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
  };
}

/** Somebody with a keyboard alone. */
export function withKeyboard(page: Page): Person {
  return {
    press: async (control) => {
      await reach(page, control);
      await page.keyboard.press((await control.getAttribute('type')) === 'checkbox' ? ' ' : 'Enter');
    },
    choose: async (control, words) => {
      await reach(page, control);
      // A list that is closed goes to the entry whose words are typed.
      await page.keyboard.type(words);
    },
    write: async (field, text) => {
      await reach(page, field);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
  };
}
