/** Puts a broken rule into words: operation, option, rule, what was received. */
import type { z } from 'zod';
import { InvalidArgumentError } from './errors.ts';
import { pathText } from './input-shape.ts';

/** The error for the first rule that `value` breaks. */
export function refusal(operation: string, error: z.core.$ZodError, value: unknown): InvalidArgumentError {
  const [issue] = error.issues;
  if (issue === undefined)
    return new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: the options are not valid.`);
  return refusalOf(operation, issue, value);
}

function refusalOf(operation: string, issue: z.core.$ZodIssue, value: unknown): InvalidArgumentError {
  const received = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
  if (issue.code === 'invalid_union') {
    const meant = issueOfMeantForm(issue);
    if (meant !== undefined) return refusalOf(operation, { ...meant, path: [...issue.path, ...meant.path] }, value);
  }
  if (issue.code === 'unrecognized_keys') {
    const option = pathText([...issue.path, issue.keys[0] ?? '']);
    const message = `${operation}: ${JSON.stringify(option)} is not known; leave it out.`;
    return new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { option } });
  }
  const option = pathText(issue.path);
  const subject = option === '' ? 'the options' : `"${option}"`;
  const missing = received === undefined && option !== '' && !issue.path.some((key) => typeof key === 'number');
  const rule = missing && isOfType(issue) ? 'is required' : ruleOf(issue);
  const got = missing ? '' : `, got ${amountOf(issue) ?? shown(received)}`;
  return new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: ${subject} ${rule}${got}.`, {
    details: { option, rule, received: amountOf(issue) ?? shown(received) },
  });
}

/** Of a choice between forms, what is wrong within the form that was meant: the one whose type is right. */
function issueOfMeantForm({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue | undefined {
  return errors.find((issues) => !issues.some((issue) => issue.path.length === 0 && isOfType(issue)))?.[0];
}

function isOfType(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input')) return issue.message;
  return issue.expected === 'object' ? 'must be an object' : `must be of type ${issue.expected}`;
}

/** How much was received, where that says more than what it was. */
function amountOf(issue: z.core.$ZodIssue): string | undefined {
  const params: Readonly<Record<string, unknown>> | undefined = issue.code === 'custom' ? issue.params : undefined;
  return typeof params?.['got'] === 'string' ? params['got'] : undefined;
}

/** A value as an error message shows it: short, quoted, on one line. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value.length <= 60 ? value : `${value.slice(0, 40)}…`);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  if (Array.isArray(value)) return `a list of ${value.length.toLocaleString('en')}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
