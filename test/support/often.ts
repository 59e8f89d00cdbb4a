/** What repeats something that chance decides does so a few times before every change, and many times in `npm run test:long`. */
export function often<T>(few: T, many: T): T {
  return process.env['TEST_LONG'] === undefined ? few : many;
}
