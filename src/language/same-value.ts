/**
 * Whether two values may be one told more and less exactly: "5" and "5.3.0" are one version. Only
 * what has two points is a version; "4" and "4.5" are two numbers.
 */
export function isSameValue(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(`${short}.`) && long.split('.').length > 2;
}
