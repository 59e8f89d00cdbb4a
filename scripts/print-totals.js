// Prints the totals of a vitest JSON report as one line: "N passed, N failed[, N skipped]".
// Exits with 1 when a test failed, when none passed, or when there is no report.
// A test file that could not even be loaded has no tests of its own, so it counts as one failure.
import { readFileSync } from 'node:fs';

/** @param {string | undefined} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path ?? '', 'utf8'));
  } catch (error) {
    console.error(`print-totals: there is no readable test report at "${path ?? ''}": ${error}`);
    return {
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
      success: false,
    };
  }
}

const report = readReport(process.argv[2]);
const unloaded = report.testResults.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
);
for (const file of unloaded) console.error(`print-totals: did not run: ${file.name}: ${file.message}`);

const failed = report.numFailedTests + unloaded.length;
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = report.success && failed === 0 && report.numPassedTests > 0 ? 0 : 1;
