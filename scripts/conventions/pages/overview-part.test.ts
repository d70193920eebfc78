import { readFileSync } from 'node:fs';
import { OVERVIEW_PARTS } from '@keepsake/contracts/platform/start-of-page';
import { describe, expect, test } from 'vitest';
import { isProduction } from '../measure-shape.ts';
import { readSources } from '../sources.ts';

const sources = readSources();

/** The production files that have a line of this part, or declare the list of all. */
function filesOf(part: string, all = sources): string[] {
  const named = [
    /export const OVERVIEW_PARTS\b/,
    /satisfies Record<OverviewPartName\b/,
    new RegExp(`\\b(OverviewValue|DescribedPart)<'${part}'>`),
    new RegExp(`\\b${part}: \\{ service: `),
    new RegExp(`\\b${part}Part\\b`),
    new RegExp(`\\boverview\\??\\.${part}\\b`),
  ];
  return [...all]
    .filter(([file, text]) => isProduction(file) && named.some((name) => name.test(text)))
    .map(([file]) => file)
    .toSorted();
}

describe('the files of a part of the overview', () => {
  const [, rest = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Add a part to the overview\n');
  const [section = ''] = rest.split('\n## ');
  const named = [...section.matchAll(/^\d\. `((?:apps|packages)\/[^`]+)`/gm)].map(([, file = '']) => file);

  test('are those that CONTRIBUTING.md names for its example', () => {
    expect(named.toSorted()).toEqual(filesOf('vouchers'));
    expect(section).toMatch(/^Seven files, /);
    expect(named).toHaveLength(7);
  });

  test.each(OVERVIEW_PARTS)('are as many for %s', (part) => {
    expect(filesOf(part)).toHaveLength(named.length);
  });

  test('include a registration that is planted', () => {
    const planted = 'apps/server/src/wings/planted.ts';
    const text = 'export const taken = (overview: OverviewParts) => overview.vouchers;';
    expect(filesOf('vouchers', new Map([...sources, [planted, text]]))).toContain(planted);
  });
});
