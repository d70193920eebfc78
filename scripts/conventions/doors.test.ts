import { expect, test } from 'vitest';
import { checkBareImports, checkDoors, checkFeatureDoors } from './doors.ts';

const ALBUMS = 'apps/server/src/modules/library/albums';
const house = {
  [`${ALBUMS}/index.ts`]: `import type { Deps } from './deps.ts';
    export type Albums = Module & { countAlbums(): number };
    export function createAlbums(deps: Deps): Albums { return {}; }
    export async function createSharing({ db }: Deps): Promise<Module> { return {}; }
    export type Copies = Module & Queue;
    export function createCopies(deps: Deps): Copies { return {}; }`,
  [`${ALBUMS}/deps.ts`]: 'export type Deps = { db: Database };',
  [`${ALBUMS}/routes.ts`]: `import type { Deps } from './deps.ts'; type RouteDeps = Pick<Deps, 'db'>;`,
};
const plant = (file: string, text: string) =>
  checkDoors(new Map(Object.entries({ ...house, [`${ALBUMS}/${file}`]: text })));

test('doors following the pattern have no problems', () => {
  expect(checkDoors(new Map(Object.entries(house)))).toEqual([]);
});

test.each([
  ['Deps in a third file', 'routes.ts', `import type {} from './deps.ts'; type Deps = {};`, 'is declared in'],
  ['deps.ts for the door alone', 'routes.ts', 'export const a = 1;', 'only the door takes'],
  [
    'other Deps',
    'index.ts',
    'export function createAlbums(o: Options): Module {}',
    'createAlbums takes Deps',
  ],
  [
    'fields of Module repeated',
    'index.ts',
    'type A = Module & { routes: Route[] }; export function createA(deps: Deps): A {}',
    'A is Module & {...}',
  ],
  [
    'a type beside Module',
    'index.ts',
    'type A = { routes: Route[] }; export function createA(deps: Deps): Promise<A> {}',
    'A is Module & {...}',
  ],
  [
    'an inline result',
    'index.ts',
    'export function createA(deps: Deps): Module & { routes: Route[] } {}',
    'createA gives Module or a type of its own',
  ],
])('%s is refused', (_, file, text, reason) => {
  expect(plant(file, text)).toContainEqual(expect.stringContaining(reason));
});

test('a door of a feature only re-exports, or only has code of its own', () => {
  const judge = (text: string) =>
    checkFeatureDoors(new Map([['apps/web/src/features/library/albums/index.ts', text]]));
  const repeated = `export { grid } from './grid.tsx';`;
  const own = `export const loadGrid = () => import('./grid.tsx');`;
  expect(judge(repeated)).toEqual([]);
  expect(judge(own)).toEqual([]);
  expect(judge(`${repeated} ${own}`)).toEqual([expect.stringContaining('a door only re-exports')]);
  expect(judge(`import { grid } from './grid.tsx'; ${repeated}`)).toHaveLength(1);
});

test('code of ours in the browser is not imported for its side effects', () => {
  const judge = (text: string) => checkBareImports(new Map([['apps/web/src/app/a.ts', text]]));
  expect(judge(`import './tokens.css';\nimport { b } from './b.ts';`)).toEqual([]);
  expect(judge(`import './b.ts';`)).toEqual([
    expect.stringContaining('./b.ts is imported for its side effects'),
  ]);
  expect(judge(`import '#/shared/b.tsx';`)).toHaveLength(1);
});
