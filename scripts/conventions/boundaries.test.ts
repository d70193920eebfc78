import { expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';

const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';

/** A small repository without faults; each test adds one. */
const house = {
  'packages/contracts/src/limits.ts': `import type {} from './library/photos.ts'; export const limit = 1;`,
  'packages/contracts/src/library/photos.ts': `import '../platform/fields.ts'; export const photo = 1;`,
  'packages/contracts/src/platform/fields.ts': 'export const id = 1;',
  [`${SERVER}/platform/clock.ts`]: `import { limit } from '@keepsake/contracts/limits'; export const now = limit;`,
  [`${SERVER}/modules/library/albums/index.ts`]: `export { rule } from './rules.ts';`,
  [`${SERVER}/modules/library/albums/rules.ts`]: `import { now } from '../../../platform/clock.ts'; export const rule = now;`,
  [`${SERVER}/modules/library/photos/index.ts`]: `export * from '../albums/index.ts';`,
  'scripts/a.ts': 'export const a = 1;',
  [`${SERVER}/wings/library.ts`]: `export * from '../modules/library/photos/index.ts';`,
  [`${SERVER}/app.ts`]: `export * from './modules/library/photos/index.ts';`,
  [`${WEB}/shared/button.tsx`]: `import '@mantine/core'; import './button.css'; export const button = 1;`,
  [`${WEB}/features/library/albums/grid.tsx`]: `import { button } from '../../../shared/button'; export const grid = button;`,
  [`${WEB}/features/library/albums/index.ts`]: `export { grid } from './grid.tsx';`,
  [`${WEB}/features/library/photos/index.ts`]: `export { timeline } from './timeline.tsx';`,
  [`${WEB}/features/library/photos/timeline.tsx`]: `import '../albums/index.ts'; export const timeline = 1;`,
  [`${WEB}/routes/photos.tsx`]: `export const lazy = () => import('../features/library/photos/index.ts');`,
};

function plant(file: string, text: string): string[] {
  return checkBoundaries(new Map(Object.entries({ ...house, [file]: text })));
}

test('a repository without faults has no problems', () => {
  expect(checkBoundaries(new Map(Object.entries(house)))).toEqual([]);
});

test.each([
  [
    'platform into a module',
    `${SERVER}/platform/a.ts`,
    `import '../modules/library/albums/index.ts';`,
    'platform must not import modules',
  ],
  [
    'a module into the app',
    `${SERVER}/modules/library/albums/a.ts`,
    `import type {} from '../../../app.ts';`,
    'modules must not import app',
  ],
  [
    'past an index',
    `${SERVER}/modules/library/photos/a.ts`,
    `import '../albums/rules.ts';`,
    'a module is imported through its index.ts',
  ],
  [
    'past an index by re-export',
    `${SERVER}/modules/library/photos/a.ts`,
    `export { rule } from '../albums/rules.ts';`,
    'index.ts',
  ],
  [
    'the app past an index',
    `${SERVER}/app.ts`,
    `import './modules/library/albums/rules.ts';`,
    'a module is imported through its index.ts',
  ],
  [
    'the command line past an index',
    `${SERVER}/cli/audit.ts`,
    `import '../modules/library/albums/rules.ts';`,
    'a module is imported through its index.ts',
  ],
  [
    'a benchmark past an index',
    'bench/albums.ts',
    `import '../${SERVER}/modules/library/albums/rules.ts';`,
    'a module is imported through its index.ts',
  ],
  [
    'a journey past an index',
    'e2e/albums.spec.ts',
    `import '../${SERVER}/modules/library/albums/rules.ts';`,
    'a module is imported through its index.ts',
  ],
  [
    'the bootstrap past an index',
    'scripts/bootstrap/start.mjs',
    `import '../../${SERVER}/modules/library/albums/rules.ts';`,
    'a module is imported through its index.ts',
  ],
  [
    'a wing into a later one',
    `${SERVER}/modules/frame/channels/index.ts`,
    `import '../../library/albums/index.ts';`,
    'frame must not import library',
  ],
  [
    "a wing's builder into a module of a later wing",
    `${SERVER}/wings/account.ts`,
    `import '../modules/library/albums/index.ts';`,
    'account must not import library',
  ],
  [
    "a part of a wing's builder into a module of a later wing",
    `${SERVER}/wings/access.ts`,
    `import '../modules/library/albums/index.ts';`,
    'account must not import library',
  ],
  [
    "a wing's builder into that of a later wing",
    `${SERVER}/wings/frame.ts`,
    `import type {} from './library.ts';`,
    'frame must not import library',
  ],
  [
    'a builder that belongs to no wing',
    `${SERVER}/wings/other.ts`,
    `import '../modules/library/albums/index.ts';`,
    'other is not a wing',
  ],
  [
    'a server file into a script',
    `${SERVER}/platform/a.ts`,
    `import '../../../../scripts/a.ts';`,
    'server must not import tools',
  ],
  [
    'the server into the web',
    `${SERVER}/app.ts`,
    `import '../../web/src/shared/button.tsx';`,
    'server must not import web',
  ],
  [
    'contracts into the server',
    'packages/contracts/src/a.ts',
    `import '../../../apps/server/src/app.ts';`,
    'must not import server',
  ],
  [
    'a contract into one of a later wing',
    'packages/contracts/src/account/a.ts',
    `import type {} from '../library/photos.ts';`,
    'contracts of account must not import those of library',
  ],
  [
    'a contract of no wing into one of a wing',
    'packages/contracts/src/platform/a.ts',
    `import '../library/photos.ts';`,
    'contracts of platform must not import those of library',
  ],
  [
    'a contract of a wing into what joins all wings',
    'packages/contracts/src/library/a.ts',
    `import '../limits.ts';`,
    'contracts of library must not import those of all wings',
  ],
  [
    'a contract in a folder that is no wing',
    'packages/contracts/src/other/a.ts',
    `import '../library/photos.ts';`,
    'other is not a wing',
  ],
  [
    'a feature past the door of another',
    `${WEB}/features/library/photos/a.tsx`,
    `import '../albums/grid.tsx';`,
    'a feature is imported through its index.ts',
  ],
  [
    'a feature lazily past the door of another',
    `${WEB}/features/library/photos/a.tsx`,
    `void import('../albums/grid.tsx');`,
    'a feature is imported through its index.ts',
  ],
  [
    'a route past the door of a feature',
    `${WEB}/routes/a.tsx`,
    `import '#/features/library/albums/grid.tsx';`,
    'a feature is imported through its index.ts',
  ],
  [
    'the app lazily past the door of a feature',
    `${WEB}/app/a.ts`,
    `void import('#/features/library/albums/grid.tsx');`,
    'a feature is imported through its index.ts',
  ],
  [
    'a feature into one of a later wing',
    `${WEB}/features/account/addresses/a.tsx`,
    `import type {} from '#/features/library/albums/index.ts';`,
    'account must not import library',
  ],
  [
    'shared into a feature',
    `${WEB}/shared/a.ts`,
    `import '../features/library/albums/index.ts';`,
    'shared must not import features',
  ],
  [
    'a feature into a route by the alias',
    `${WEB}/features/library/albums/a.ts`,
    `import '#/routes/photos';`,
    'must not import routes',
  ],
  [
    'a feature into a route',
    `${WEB}/features/library/albums/a.ts`,
    `import '../../../routes/photos.tsx';`,
    'features must not import routes',
  ],
])('%s is refused', (_, file, text, reason) => {
  expect(plant(file, text)).toContainEqual(expect.stringContaining(reason));
});

test('a cycle is refused, of types too', () => {
  expect(plant('packages/contracts/src/limits.ts', `export * from './limits.ts';`)).toEqual([
    'import cycle: packages/contracts/src/limits.ts -> packages/contracts/src/limits.ts',
  ]);
  const [index, rules] = [
    `${SERVER}/modules/library/albums/index.ts`,
    `${SERVER}/modules/library/albums/rules.ts`,
  ];
  expect(plant(rules, `import type {} from './index.ts';`)).toEqual([
    `import cycle: ${index} -> ${rules} -> ${index}`,
  ]);
});

test('a cycle of folders is refused, though no files import each other', () => {
  const [a, b] = [`${SERVER}/platform/http`, `${SERVER}/platform/jobs`];
  const files = {
    [`${a}/one.ts`]: `import '../jobs/one.ts';`,
    [`${a}/two.ts`]: 'export const two = 2;',
    [`${b}/one.ts`]: 'export const one = 1;',
    [`${b}/two.ts`]: `import '../http/two.ts';`,
  };
  expect(checkBoundaries(new Map(Object.entries(files)))).toEqual([`cycle of folders: ${a} -> ${b} -> ${a}`]);
});

test('unreadable sources do not pass', () => {
  expect(() => plant(`${SERVER}/app.ts`, 'import {')).toThrow('does not parse');
  expect(() => plant(`${SERVER}/app.ts`, `import './gone.ts';`)).toThrow('which is not there');
});

test('tests may look behind an index', () => {
  expect(plant(`${SERVER}/modules/library/photos/a.test.ts`, `import '../albums/rules.ts';`)).toEqual([]);
});

test.each([
  ["import classes from '../albums/card.module.css';", 'apps/web/src/features/library/photos/grid.tsx'],
  ["import '#/features/library/albums/card.module.css';", 'apps/web/src/routes/albums.tsx'],
  ["import url from '#/features/library/albums/empty.svg?url';", 'apps/web/src/app/main.tsx'],
  ["const load = () => import('../albums/words.json');", 'apps/web/src/features/library/photos/grid.tsx'],
  ["export { default } from '../albums/card.module.css';", 'apps/web/src/features/library/photos/grid.tsx'],
  ["import texts from '../albums/texts/en-GB.json';", 'apps/server/src/modules/library/photos/mails.ts'],
  ["import '../features/library/albums/card.module.css';", 'apps/web/src/shared/card.tsx'],
])('what is no code stays behind its door too: %s', (text, file) =>
  expect(checkBoundaries(new Map([[file, text]]))).toEqual([expect.stringContaining(`${file} -> `)]),
);

test('a style sheet takes nothing of another feature either', () => {
  const file = 'apps/web/src/features/library/photos/grid.module.css';
  const judge = (text: string) => checkBoundaries(new Map(), new Map([[file, text]]));
  for (const text of [
    ".a { composes: card from '../albums/card.module.css'; }",
    "@import '../albums/card.module.css';",
    '@import url("#/features/library/albums/card.module.css");',
  ])
    expect(judge(text)).toEqual([expect.stringContaining('a feature is imported through its index.ts')]);
  expect(judge(".a { composes: card from './card.module.css'; }")).toEqual([]);
  expect(judge(".a { composes: panel from '#/shared/ui/panels.module.css'; }")).toEqual([]);
});

test('sheets of its own, of shared and of packages, and the texts of the whole app are anybody’s', () => {
  const own = `import a from './card.module.css'; import b from '#/shared/ui/panels.module.css';
    import '@mantine/core/styles/Input.layer.css'; import c from '../../../../locales/en-GB.json';`;
  expect(checkBoundaries(new Map([['apps/web/src/features/library/photos/grid.tsx', own]]))).toEqual([]);
});
