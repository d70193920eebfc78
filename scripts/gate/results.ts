import { readFileSync } from 'node:fs';

/** Result files of the last run. */
export const RESULT_FILES = {
  units: '.keepsake/vitest.json',
  /** Of the files that were repeated. */
  unitsAgain: '.keepsake/vitest-again.json',
  journeys: '.keepsake/playwright.json',
};

/** A test with its full title, starting with those of its groups. `isUnsteady`: it passed only on the second attempt. */
export type TestResult = { title: string; isPassed: boolean; isUnsteady?: boolean };

type UnitResult = { fullName: string; status: string; failureMessages: string[] };
type FileResult = { status: string; name: string; assertionResults: UnitResult[] };
type VitestReport = { testResults: FileResult[] };
type Suite = {
  title: string;
  suites?: Suite[];
  specs?: { title: string; ok: boolean; tests: { status: string }[] }[];
};
type PlaywrightReport = { suites: Suite[]; errors: { message?: string }[] };

/**
 * Reads vitest's report; for repeated files the second run counts. A file that could not even be loaded or set up counts as one
 * failed test. Skipped tests are left out.
 */
export function readUnits(): TestResult[] {
  const repeated = readJson<VitestReport>(RESULT_FILES.unitsAgain)?.testResults ?? [];
  const names = new Set(repeated.map(({ name }) => name));
  const report = readJson<VitestReport>(RESULT_FILES.units);
  const once = (report?.testResults ?? []).filter(({ name }) => !names.has(name));
  return [
    ...once.flatMap(readFileResult),
    ...repeated.flatMap(readFileResult).map((test) => ({ ...test, isUnsteady: test.isPassed })),
  ];
}

/** Paths of unit and API test files with failures. */
export function listFailedFiles(): string[] {
  const results = readJson<VitestReport>(RESULT_FILES.units)?.testResults ?? [];
  return results.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

function readFileResult({ status, name, assertionResults }: FileResult): TestResult[] {
  const tests = assertionResults.filter((test) => test.status === 'passed' || test.status === 'failed');
  if (tests.length === 0 && status === 'failed') return [{ title: name, isPassed: false }];
  return tests.map((test) => {
    const isPassed = test.status === 'passed';
    return { title: test.fullName, isPassed, isUnsteady: isPassed && test.failureMessages.length > 0 };
  });
}

/** Reads Playwright's report. A test that passed on a retry counts as passed. */
export function readPlaywright(file: string): TestResult[] {
  const report = readJson<PlaywrightReport>(file);
  if (!report) return [];
  const broken = report.errors.map(({ message = 'a journey file could not be loaded' }) => ({
    title: message,
    isPassed: false,
  }));
  return [...report.suites.flatMap((suite) => readSuite(suite, '')), ...broken];
}

function readSuite(suite: Suite, parents: string): TestResult[] {
  const title = `${parents} ${suite.title}`.trim();
  const own = (suite.specs ?? [])
    .filter((spec) => spec.tests.some((test) => test.status !== 'skipped'))
    .map((spec) => ({
      title: `${title} ${spec.title}`,
      isPassed: spec.ok,
      isUnsteady: spec.tests.some((test) => test.status === 'flaky'),
    }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => readSuite(inner, title))];
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
