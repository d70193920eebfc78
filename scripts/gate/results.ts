import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** Result files of the last run. */
export const RESULT_FILES = {
  units: '.keepsake/vitest.json',
  /** Of the files that were repeated. */
  unitsAgain: '.keepsake/vitest-again.json',
  journeys: '.keepsake/playwright.json',
};

/** A test with its full title, starting with those of its groups. `isUnsteady`: it passed only on the second attempt. */
export type TestResult = { title: string; isPassed: boolean; isUnsteady?: boolean };

const unitResult = z.object({
  fullName: z.string(),
  status: z.string(),
  failureMessages: z.array(z.string()),
});
const fileResult = z.object({
  status: z.string(),
  name: z.string(),
  assertionResults: z.array(unitResult),
});
const vitestReport = z.object({ testResults: z.array(fileResult) });

const spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ status: z.string() })),
});
const suite = z.object({
  title: z.string(),
  specs: z.array(spec).optional(),
  get suites() {
    return z.array(suite).optional();
  },
});
const playwrightReport = z.object({
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

/**
 * Reads vitest's report; for repeated files the second run counts. A file that could not even be loaded or set up counts as one
 * failed test. Skipped tests are left out.
 */
export function readUnits(): TestResult[] {
  const repeated = readReport(vitestReport, RESULT_FILES.unitsAgain)?.testResults ?? [];
  const names = new Set(repeated.map(({ name }) => name));
  const report = readReport(vitestReport, RESULT_FILES.units);
  const once = (report?.testResults ?? []).filter(({ name }) => !names.has(name));
  return [
    ...once.flatMap(readFileResult),
    ...repeated.flatMap(readFileResult).map((test) => ({ ...test, isUnsteady: test.isPassed })),
  ];
}

/** Paths of unit and API test files with failures. */
export function listFailedFiles(): string[] {
  const results = readReport(vitestReport, RESULT_FILES.units)?.testResults ?? [];
  return results.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

function readFileResult({ status, name, assertionResults }: z.infer<typeof fileResult>): TestResult[] {
  const tests = assertionResults.filter((test) => test.status === 'passed' || test.status === 'failed');
  if (tests.length === 0 && status === 'failed') return [{ title: name, isPassed: false }];
  return tests.map((test) => {
    const isPassed = test.status === 'passed';
    return { title: test.fullName, isPassed, isUnsteady: isPassed && test.failureMessages.length > 0 };
  });
}

/** Reads Playwright's report. A test that passed on a retry counts as passed. */
export function readPlaywright(file: string): TestResult[] {
  const report = readReport(playwrightReport, file);
  if (!report) return [];
  const broken = report.errors.map(({ message = 'a journey file could not be loaded' }) => ({
    title: message,
    isPassed: false,
  }));
  return [...report.suites.flatMap((suite) => readSuite(suite, '')), ...broken];
}

function readSuite(
  { title: own, specs = [], suites = [] }: z.infer<typeof suite>,
  parents: string,
): TestResult[] {
  const title = `${parents} ${own}`.trim();
  const tests = specs
    .filter((spec) => spec.tests.some((test) => test.status !== 'skipped'))
    .map((spec) => ({
      title: `${title} ${spec.title}`,
      isPassed: spec.ok,
      isUnsteady: spec.tests.some((test) => test.status === 'flaky'),
    }));
  return [...tests, ...suites.flatMap((inner) => readSuite(inner, title))];
}

/** Undefined if a run was ended before it wrote one. Throws for a report of another shape: tests must not go missing. */
function readReport<Schema extends z.ZodType>(schema: Schema, file: string): z.infer<Schema> | undefined {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
  return schema.parse(report);
}
