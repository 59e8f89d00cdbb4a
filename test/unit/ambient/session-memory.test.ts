import { expect, test } from 'vitest';
import { SessionMemory } from '../../../src/ambient/ambient.ts';

const luna = [{ memory: 'fact:luna' }];

test('what surfaced in a session is known there for the next 20 messages', () => {
  const sessions = new SessionMemory();
  sessions.hear('lisa', 'winter');
  sessions.note('lisa', 'winter', luna);
  for (let message = 1; message <= 20; message++) expect([...sessions.hear('lisa', 'winter')]).toEqual(['fact:luna']);
  expect([...sessions.hear('lisa', 'winter')]).toEqual([]);
});

test('neither another session nor another agent knows of it', () => {
  const sessions = new SessionMemory();
  sessions.hear('lisa', 'winter');
  sessions.note('lisa', 'winter', luna);
  expect([...sessions.hear('lisa', 'summer')]).toEqual([]);
  expect([...sessions.hear('electra', 'winter')]).toEqual([]);
});

test('a session is the same by its key and by its id', () => {
  const sessions = new SessionMemory();
  sessions.hear('lisa', 'session:winter');
  sessions.note('lisa', 'winter', luna);
  expect([...sessions.hear('lisa', 'winter')]).toEqual(['fact:luna']);
});

test('the session that was heard of longest ago is forgotten when there are more than 1,000', () => {
  const sessions = new SessionMemory();
  sessions.hear('lisa', 'first');
  sessions.note('lisa', 'first', luna);
  for (let session = 0; session < 999; session++) sessions.hear('lisa', `s${session}`);
  expect([...sessions.hear('lisa', 'first')]).toEqual(['fact:luna']);
  for (let session = 0; session < 1_000; session++) sessions.hear('lisa', `t${session}`);
  expect([...sessions.hear('lisa', 'first')]).toEqual([]);
});
