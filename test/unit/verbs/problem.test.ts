import { describe, expect, it } from 'vitest';
import {
  ConflictError,
  DeniedError,
  errorTable,
  errorFrom,
  type ErrorCode,
  problemOf,
  problemSchema,
} from '../../../src/index.ts';

const codes = Object.keys(errorTable) as ErrorCode[];

describe('a problem', () => {
  it('tells an error with what mends it', () => {
    const error = new ConflictError('STORE_LOCKED' as ErrorCode, 'open: taken.', { details: { pid: 7 } });
    expect(problemOf(error)).toEqual({
      type: 'urn:madeleine:error:STORE_LOCKED',
      title: 'Store locked',
      status: 503,
      detail: 'open: taken.',
      code: 'STORE_LOCKED',
      hint: errorTable.STORE_LOCKED.hint,
      details: { pid: 7 },
    });
  });

  it('tells nothing of what is no error of ours', () => {
    const problem = problemOf(new TypeError('cannot read /home/lisa'));
    expect(problem).toMatchObject({ code: 'INTERNAL', status: 500, details: {} });
    expect(JSON.stringify(problem)).not.toContain('lisa');
  });

  it.each(codes)('of the code %s becomes the same error again', (code) => {
    const problem = problemSchema.parse(JSON.parse(JSON.stringify(problemOf(errorFrom(problemLike(code))))));
    const error = errorFrom(problem);
    expect(error).toMatchObject({ code, message: 'recall: no.', details: { id: 'fact:1' }, status: problem.status });
    expect(error.name).not.toBe('MadeleineError');
  });

  it('of a token that is missing or not enough is a denial', () => {
    expect(errorFrom(problemLike('UNAUTHORIZED'))).toBeInstanceOf(DeniedError);
    expect(errorFrom(problemLike('FORBIDDEN'))).toMatchObject({ status: 403, exitCode: 7 });
  });
});

function problemLike(code: ErrorCode): ReturnType<typeof problemOf> {
  return { type: '', title: '', status: 0, detail: 'recall: no.', code, hint: '', details: { id: 'fact:1' } };
}
