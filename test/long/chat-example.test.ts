/** The chat of the examples, in a real browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { atFileEnd } from '../support/at-file-end.ts';
import { launchBrowser, openTab } from '../support/page-browser.ts';
import { exampleFolder } from '../support/run-example.ts';

async function startedChat(): Promise<{ readonly chat: ChildProcess; readonly url: string }> {
  const cwd = await exampleFolder('ai-sdk-chat', 'ai');
  const env = { PATH: process.env['PATH'], PORT: '0' };
  const chat = spawn(process.execPath, ['ai-sdk-chat.mjs'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  atFileEnd(() => void chat.kill('SIGKILL'));
  const [url] = await once(createInterface(chat.stdout), 'line');
  return { chat, url: String(url) };
}

test('the chat answers in a new conversation from what it was told in the last, and ends by itself', async () => {
  const { chat, url } = await startedChat();
  const browser = await launchBrowser();
  atFileEnd(() => browser.close());
  const { page, problems } = await openTab(browser, url);
  const say = async (text: string): Promise<void> => {
    await page.getByRole('textbox').fill(text);
    await page.getByRole('button', { name: 'Say' }).click();
  };
  const known = page.locator('#memory li');
  await say('Luna is sixteen and feels the cold.');
  await expect.poll(() => known.allTextContents()).toHaveLength(2);
  expect(await page.locator('#talk li').allTextContents()).toEqual([
    'Luna is sixteen and feels the cold.',
    'I will remember that.',
  ]);
  await page.getByRole('button', { name: 'New conversation' }).click();
  await say('How does Luna feel about the cold?');
  await expect.poll(() => known.allTextContents()).toHaveLength(4);
  const [asked, answered] = await page.locator('#talk li').allTextContents();
  expect(asked).toBe('How does Luna feel about the cold?');
  expect(answered).toContain('I remember: Mark told you earlier today that Luna is sixteen and feels the cold.');
  expect(problems).toEqual([]);
  await browser.close();
  chat.kill('SIGTERM');
  expect(await once(chat, 'exit')).toEqual([0, null]);
});

test('another site cannot make it speak', async () => {
  const { url } = await startedChat();
  const body = JSON.stringify({ session: 's', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi.' }] }] });
  const answer = await fetch(`${url}/chat`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body });
  expect(await answer.text()).toMatch(/^<!doctype html>/);
  expect(await (await fetch(`${url}/memory`)).json()).toEqual([]);
});
