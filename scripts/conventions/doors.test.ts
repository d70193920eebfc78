import { expect, test } from 'vitest';
import { checkBareImports, checkDoors, checkFeatureDoors } from './doors.ts';

const ALBUMS = 'apps/server/src/modules/library/albums';
const house = {
  'apps/server/src/platform/module.ts':
    'export type Module = { routes?: Route[]; tables?: Tables; slots?: Slots; close?(): void };',
  [`${ALBUMS}/index.ts`]: `import type { Deps } from './deps.ts';
    export type Albums = Module & { countAlbums(): number };
    export function createAlbums(deps: Deps): Albums { return {}; }
    export async function createSharing({ db }: Deps): Promise<Module> { return {}; }
    export type Copies = Module & Queue;
    export function createCopies(deps: Deps): Copies { return {}; }`,
  [`${ALBUMS}/deps.ts`]: `export type Deps = Pick<Platform, 'db'> & { /** Of the shop. */ clock: Clock; log: Log };`,
  [`${ALBUMS}/routes.ts`]: `import type { Deps } from './deps.ts'; type RouteDeps = Pick<Deps, 'db'>;`,
};
const plant = (file: string, text: string) =>
  checkDoors(new Map(Object.entries({ ...house, [`${ALBUMS}/${file}`]: text })));

test('doors following the pattern have no problems', () => {
  expect(checkDoors(new Map(Object.entries(house)))).toEqual([]);
});

test('a module names its own slots', () =>
  expect(
    plant(
      'index.ts',
      `import type { Deps } from './deps.ts'; type A = Module & { slots: { used: Slot<Use> } };
       export function createA(deps: Deps): A {}`,
    ),
  ).toEqual([]));

test.each([
  ['Deps in a third file', 'routes.ts', `import type {} from './deps.ts'; type Deps = {};`, 'is declared in'],
  ['deps.ts for the door alone', 'routes.ts', 'export const a = 1;', 'only the door takes'],
  [
    'a part of the platform declared again',
    'deps.ts',
    "export type Deps = Pick<Platform, 'db'> & { clock: Clock };",
    "Deps takes clock by Pick<Platform, 'clock'>",
  ],
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
    'a further field of Module repeated',
    'index.ts',
    'type A = Module & { tables: { albums: {} } }; export function createA(deps: Deps): A {}',
    'A is Module & {...}',
  ],
  [
    'a method of Module repeated',
    'index.ts',
    'type A = Module & { close(): Promise<void> }; export function createA(deps: Deps): A {}',
    'A is Module & {...}',
  ],
  [
    'a factory whose types are not read',
    'index.ts',
    'export const createA = (options: Options) => ({ routes: [] });',
    'createX is a function declaration',
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

test('a door of a feature only re-exports', () => {
  const judge = (text: string) =>
    checkFeatureDoors(new Map([['apps/web/src/features/library/albums/index.ts', text]]));
  const repeated = `export { grid } from './grid.tsx';`;
  expect(judge(repeated)).toEqual([]);
  for (const code of [
    `export const loadGrid = () => import('./grid.tsx');`,
    `${repeated} export const limit = 3;`,
    `import { grid } from './grid.tsx'; ${repeated}`,
    `export * from './grid.tsx';`,
    `const grid = 1; export { grid };`,
  ])
    expect(judge(code)).toEqual([expect.stringContaining('a door only re-exports')]);
});

test('code of ours in the browser is not imported for its side effects', () => {
  const judge = (text: string) => checkBareImports(new Map([['apps/web/src/app/a.ts', text]]));
  expect(judge(`import './tokens.css';\nimport { b } from './b.ts';`)).toEqual([]);
  expect(judge(`import './b.ts';`)).toEqual([
    expect.stringContaining('./b.ts is imported for its side effects'),
  ]);
  expect(judge(`import '#/shared/b.tsx';`)).toHaveLength(1);
});
