import { describe, expect, it } from 'vitest';
import {
  CancelledError,
  ConflictError,
  type ErrorCode,
  errorTable,
  MadeleineError,
  throwIfCancelled,
} from '../../../src/domain/errors.ts';

const codes = Object.keys(errorTable) as ErrorCode[];

describe('an error', () => {
  it('carries its code, its details, its cause and the name of its class', () => {
    const cause = new Error('below');
    const error = new ConflictError('CONFLICT', 'observe: taken.', { cause, details: { id: 'fact:1' } });
    expect(error).toBeInstanceOf(MadeleineError);
    expect(error).toMatchObject({ name: 'ConflictError', code: 'CONFLICT', cause, details: { id: 'fact:1' } });
    expect(error).toMatchObject({ status: 409, exitCode: 4, message: 'observe: taken.' });
    expect(new ConflictError('CLOSED', 'x')).toMatchObject({ details: {} });
    expect('cause' in new ConflictError('CLOSED', 'x')).toBe(false);
  });

  it.each(codes)('of the code %s has a status, an exit code that fails, and a hint in a sentence', (code) => {
    const { status, exitCode, hint } = new MadeleineError(code, 'x');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(exitCode).toBeGreaterThan(0);
    // 13 is what Node ends with when a promise never settles.
    expect(exitCode).not.toBe(13);
    expect(hint).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a signal', () => {
  it('that has fired throws a cancellation with its reason, and otherwise nothing', () => {
    expect(() => throwIfCancelled('recall', undefined)).not.toThrow();
    expect(() => throwIfCancelled('recall', new AbortController().signal)).not.toThrow();
    const reason = new Error('enough');
    const error = new CancelledError('CANCELLED', 'recall: cancelled by its signal.', { cause: reason });
    expect(() => throwIfCancelled('recall', AbortSignal.abort(reason))).toThrow(error);
  });
});
