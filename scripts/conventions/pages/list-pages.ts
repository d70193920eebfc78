import type { Sources } from '../imports.ts';
import { isProduction } from '../measure-shape.ts';
import { createReader, type Named } from './declarations.ts';
import { LARGER_PAGES } from './larger-pages.ts';
import { listRegistrations } from './registrations.ts';
import { listServerFiles } from './server-files.ts';
import { sliceRoom, type Tools } from './slice.ts';

export type ListPage = {
  /** The page's component with its feature: `orders/vouchers VouchersPage`. */
  page: string;
  /** Every production file that would not be there, or lack a line, without the page; sorted. */
  files: readonly string[];
};

/** A route of many things, not of one. */
const ROUTE = /^apps\/web\/src\/routes\/[^$]*$/;
const FEATURE = /^apps\/web\/src\/features\/([^/]+\/[^/]+)\//;
/** A cursor in its query, or an answer that begins with a list. */
const IS_LIST = /\bquery: [\s\S]*\bcursor: |\bresponse: z\.object\(\{\s*(\/\*\*[^*]*\*\/\s*)?\w+: z\.array\(/;

/**
 * Every page of a feature that shows a list of the customer's, with the production files that it costs: those of the feature that
 * its component needs, those of the module that answers the list, and those elsewhere that name one of them. Texts, tests,
 * migrations and generated files aside.
 */
export function measureListPages(sources: Sources): ListPage[] {
  const files = [...sources.keys()].filter(isProduction);
  const tools: Tools = { sources, files, read: createReader(sources) };
  const lists = new Set(findListEndpoints(tools));
  const shown = files
    .filter((file) => ROUTE.test(file))
    .flatMap((route) => [...tools.read(route).imported])
    .filter(([component, { file }]) => FEATURE.test(file) && /^[A-Z].*(Page|Grid|Panel)$/.test(component));
  const pages = new Map(shown.map(([component, page]) => [keyOf(page), { component, page }]));
  return [...pages.values()].flatMap((each) => measurePage(tools, { ...each, lists }));
}

type Shown = { component: string; page: Named; lists: ReadonlySet<string> };

function measurePage(tools: Tools, { component, page, lists }: Shown): ListPage[] {
  const [room = '', feature = ''] = FEATURE.exec(page.file) ?? [];
  const own = sliceRoom(tools, room, { names: [page] });
  const calls = own.foreign.filter((each) => lists.has(keyOf(each)));
  if (calls.length === 0) return [];
  const server = listServerFiles(tools, calls);
  const outside = listRegistrations(tools, { page, room, calls, doors: server.doors, own: own.files });
  const files = [...new Set([...own.files, ...server.files, ...outside])].sort();
  return [{ page: `${feature} ${component}`, files }];
}

/** The most files of a page with a list that needs no reason; CONTRIBUTING.md has an example of nine. */
export const MOST_FILES = 12;

type Larger = Readonly<Record<string, { files: number; because: string }>>;

const LARGER = 'scripts/conventions/pages/larger-pages.ts';

/** Lists pages with a list that cost more files than CONTRIBUTING.md promises, or than their reason allows. */
export const checkListPages = (sources: Sources): string[] => judgeListPages(measureListPages(sources));

export function judgeListPages(pages: readonly ListPage[], larger: Larger = LARGER_PAGES): string[] {
  const gone = Object.keys(larger).filter((name) => !pages.some(({ page }) => page === name));
  return [
    ...pages.flatMap((page) => judgePage(page, larger[page.page]?.files)),
    ...gone.map((name) => `${LARGER}: ${name} is no page with a list: remove it`),
  ];
}

function judgePage({ page, files }: ListPage, allowed = MOST_FILES): string[] {
  const { length } = files;
  if (length > allowed)
    return [`${page}: the page costs ${length} files, over ${allowed}: ${files.join(', ')}`];
  if (allowed === MOST_FILES || length === allowed) return [];
  return [`${LARGER}: ${page} costs ${length} files: ${length > MOST_FILES ? 'say so' : 'remove it'}`];
}

const keyOf = ({ file, name }: Named) => `${file} ${name}`;

function findListEndpoints({ sources, files, read }: Tools): string[] {
  return files.flatMap((file) => {
    if (!file.startsWith('packages/contracts/src/')) return [];
    const text = sources.get(file) ?? '';
    return read(file).statements.flatMap(({ names: [name = ''], node }) => {
      const statement = text.slice(node.start, node.end);
      const isList = / = endpoint\(/.test(statement) && IS_LIST.test(statement);
      return isList ? [keyOf({ file, name })] : [];
    });
  });
}
