import { describe, expect, it } from 'vitest';
import {
  bar,
  bytes,
  columnsOf,
  counted,
  cut,
  plain,
  plainJson,
  textTable,
  wrap,
} from '../../../src/cli/text-layout.ts';

describe('text for a terminal', () => {
  it('has no control characters left that could move the cursor or reorder what is read', () => {
    expect(plain('a\u001b[2J\tb\nc\u202Ed')).toBe('a\uFFFD[2J b c\uFFFDd');
  });

  it('has none in JSON either, which stays the same value', () => {
    const value = { 'a\u009b': 'b\u001b[2J\u007f\u202ec' };
    const json = plainJson(JSON.stringify(value));
    expect(json).toBe('{"a\\u009b":"b\\u001b[2J\\u007f\\u202ec"}');
    expect(JSON.parse(json)).toEqual(value);
  });

  it('is measured in columns: wide characters take two, combining ones none', () => {
    expect(columnsOf('abc')).toBe(3);
    expect(columnsOf('日本')).toBe(4);
    expect(columnsOf('e\u0301')).toBe(1);
  });

  it('is wrapped at spaces, and a longer word stands alone', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('a incomprehensibly b', 5)).toEqual(['a', 'incomprehensibly', 'b']);
    expect(wrap('日本 日本', 5)).toEqual(['日本', '日本']);
  });

  it('is cut with an ellipsis only where something is missing', () => {
    expect(cut('Luna', 4)).toBe('Luna');
    expect(cut('Luna sleeps', 6)).toBe('Luna…');
  });

  it('stands in columns, numbers to the right', () => {
    expect(
      textTable(
        ['name', 'count'],
        [
          ['fact', '7'],
          ['observation', '1,200'],
        ],
        [1],
      ),
    ).toEqual(['name         count', 'fact             7', 'observation  1,200']);
  });

  it('has bars in eighths of a column', () => {
    expect(bar(0, 4)).toBe('    ');
    expect(bar(0.5, 4)).toBe('██  ');
    expect(bar(1 / 32, 4)).toBe('▏   ');
    expect(bar(7, 4)).toBe('████');
  });

  it('says amounts as people do', () => {
    expect([bytes(0), bytes(512), bytes(1536), bytes(3 * 1024 ** 3)]).toEqual([
      '0 bytes',
      '512 bytes',
      '1.5 KB',
      '3.0 GB',
    ]);
    expect([counted(1, 'memory', 'memories'), counted(1200, 'line')]).toEqual(['1 memory', '1,200 lines']);
  });
});
