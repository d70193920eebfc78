import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSources } from '../sources.ts';
import { LARGER_PAGES } from './larger-pages.ts';
import { judgeListPages, type ListPage, MOST_FILES, measureListPages } from './list-pages.ts';

const PAGE = 'business/order-lists IntegrationPage';
const MODULE = 'apps/server/src/modules/business/order-lists';
const sources = readSources();
const measured = measureListPages(sources);

const filesOf = (pages: readonly ListPage[]) => pages.find(({ page }) => page === PAGE)?.files ?? [];

/** The pages of a tree in which these files have these texts. */
const measureWith = (texts: Readonly<Record<string, string>>) =>
  measureListPages(new Map([...sources, ...Object.entries(texts)]));

/** What planted files add to the files of the page. */
const addedBy = (texts: Readonly<Record<string, string>>) =>
  filesOf(measureWith(texts)).filter((each) => !filesOf(measured).includes(each));

describe('the files of a page with a list', () => {
  test('are those that CONTRIBUTING.md names for its example', () => {
    const [, rest = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Add a page with a paged list\n');
    const [section = ''] = rest.split('\n## ');
    const filesIn = (text: string) =>
      [...text.matchAll(/`((?:apps|packages)\/[^`<*]+\.\w+)`/g)].map(([, file]) => file);
    expect(filesIn(section).toSorted()).toEqual(filesOf(measured));
    const costs = measured.map(({ files }) => files.length);
    const larger = costs.filter((cost) => cost > MOST_FILES).length;
    expect(section.replaceAll('\n', ' ')).toContain(
      `cost ${Math.min(...costs)} to ${Math.max(...costs)} files, ${larger} of them more than twelve`,
    );
    const parts = section.split(/\n(?:With a table of its own|Where it shows changes)/);
    expect(parts.map((part) => filesIn(part).length)).toEqual([7, 1, 1]);
  });

  test('include contract, module, wing, feature and route of each', () => {
    const areas = [/packages.contracts/, /\/modules\/.*\/index/, /\/wings\//, /\/features\//, /\/routes\//];
    expect(measured.length).toBeGreaterThan(12);
    for (const { page, files } of measured)
      for (const area of areas) expect(files.join(' '), page).toMatch(area);
  });

  test('are no more than promised, or have a reason', () => {
    expect(judgeListPages(measured)).toEqual([]);
  });

  test('include a file that the list comes to need, and none that only its neighbours need', () => {
    const store = sources.get(`${MODULE}/store.ts`) ?? '';
    const imports = "import { needed } from './needed.ts';\nimport { other } from './other.ts';\n";
    const reading = store.replace('let requested = db', 'let requested = needed(db)');
    expect(reading).not.toBe(store);
    const added = addedBy({
      [`${MODULE}/store.ts`]: `${imports}${reading}\nexport const neighbour = () => other;\n`,
      [`${MODULE}/needed.ts`]: 'export const needed = <T>(value: T) => value;',
      [`${MODULE}/other.ts`]: 'export const other = 1;',
    });
    expect(added).toEqual([`${MODULE}/needed.ts`]);
  });
});

describe('a registration that is planted outside the rooms', () => {
  const planted = {
    'apps/server/src/config/creates-it.ts':
      "import { createOrderLists } from '../modules/business/order-lists/index.ts';",
    'apps/web/src/app/imports-it.ts':
      "import { IntegrationPage } from '#/features/business/order-lists/index.ts';",
    'apps/web/src/app/imports-its-call.ts':
      "import { getOrderLists } from '@keepsake/contracts/business/order-lists';",
    'apps/web/src/app/imports-its-route.ts': "import { Route } from '#/routes/_shell/integration.tsx';",
    'apps/web/src/app/lists-its-address.ts': "export const pages = ['/integration'];",
    'apps/web/src/app/names-its-folder.ts': "export const chunks = ['src/features/business/order-lists/'];",
    'apps/web/src/features/frame/shell/has-its-tag.ts': "export const stale = { slow: 'OrderLists' };",
  };

  test('is counted, whether it imports or names the page', () => {
    expect(addedBy(planted)).toEqual(Object.keys(planted));
  });

  test('is none where it only links to the page', () => {
    const text = "export const links = [{ to: '/integration' }, { href: '/integration' }];";
    expect(addedBy({ 'apps/web/src/app/planted.ts': text })).toEqual([]);
  });

  test('fails the check, which names the files', () => {
    const [problem] = judgeListPages(measureWith(planted));
    const count = filesOf(measured).length + Object.keys(planted).length;
    expect(problem).toMatch(`${PAGE}: the page costs ${count} files, over ${MOST_FILES}: `);
    for (const file of Object.keys(planted)) expect(problem).toMatch(file);
  });
});

describe('the reasons for larger pages', () => {
  const larger = 'scripts/conventions/pages/larger-pages.ts';

  test('are refused once the page is smaller, or gone', () => {
    const more = { files: MOST_FILES + 1, because: 'planted' };
    expect(judgeListPages(measured, { ...LARGER_PAGES, [PAGE]: more, 'orders/none NonePage': more })).toEqual(
      [
        `${larger}: ${PAGE} costs ${filesOf(measured).length} files: remove it`,
        `${larger}: orders/none NonePage is no page with a list: remove it`,
      ],
    );
  });

  test('allow neither more files than they say, nor fewer', () => {
    const files = LARGER_PAGES['orders/vouchers VouchersPage']?.files ?? 0;
    const allowing = (count: number) => ({
      ...LARGER_PAGES,
      'orders/vouchers VouchersPage': { files: count, because: 'planted' },
    });
    expect(judgeListPages(measured, allowing(files - 1)).join()).toMatch(
      `orders/vouchers VouchersPage: the page costs ${files} files, over ${files - 1}: `,
    );
    expect(judgeListPages(measured, allowing(files + 1))).toEqual([
      `${larger}: orders/vouchers VouchersPage costs ${files} files: say so`,
    ]);
  });
});
