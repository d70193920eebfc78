import type { TestResult } from './results.ts';

export type Requirement = { id: string; text: string };
/** `proved`: named by a passing test and by no failing one. */
export type JudgedRequirement = Requirement & { state: 'proved' | 'failing' | 'untested' };

/** Reads docs/requirements.tsv: columns id, area, source, requirement below a heading line. */
export function parseRequirements(tsv: string): Requirement[] {
  const lines = tsv.trim().split(/\r?\n/).slice(1);
  return lines.map((line) => {
    const [id = '', , , text = ''] = line.split('\t');
    return { id, text };
  });
}

/** Ids in brackets in a title: `[TL-05]`, `[TL-05, TL-06]`, or a range `[TL-05 to TL-08]`, `[TL-05..TL-08]`. */
export function idsInTitle(title: string): string[] {
  const brackets = [...title.matchAll(/\[([A-Z]+[A-Z0-9]*-\d+[^\]]*)\]/g)].flatMap(([, inside = '']) =>
    inside.split(','),
  );
  return brackets.flatMap((part) => {
    const [, group = '', first = '', last = first] =
      /^\s*([A-Z]+[A-Z0-9]*)-(\d+)(?:\s*(?:to|\.\.)\s*[A-Z]+[A-Z0-9]*-(\d+))?\s*$/.exec(part) ?? [];
    const length = Number(last) - Number(first) + 1;
    if (!group) return [];
    return Array.from(
      { length },
      (_, index) => `${group}-${String(Number(first) + index).padStart(first.length, '0')}`,
    );
  });
}

/** Determines for each requirement whether the tests prove it. */
export function judgeRequirements(requirements: Requirement[], tests: TestResult[]): JudgedRequirement[] {
  const idsOf = (isPassed: boolean) =>
    new Set(tests.filter((test) => test.isPassed === isPassed).flatMap(({ title }) => idsInTitle(title)));
  const [passing, failing] = [idsOf(true), idsOf(false)];
  return requirements.map((requirement) => {
    const { id } = requirement;
    return { ...requirement, state: failing.has(id) ? 'failing' : passing.has(id) ? 'proved' : 'untested' };
  });
}
