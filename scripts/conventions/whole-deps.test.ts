import { expect, test } from 'vitest';
import { checkWholeDeps } from './whole-deps.ts';

const ALBUMS = 'apps/server/src/modules/library/albums';
const STORE = `${ALBUMS}/store.ts`;
const check = (code: string, file = STORE) =>
  checkWholeDeps(
    new Map([
      [
        `${ALBUMS}/deps.ts`,
        `export type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'objects'> & { publicUrl: string; isHidden(): boolean };
         export type ReadDeps = Omit<Deps, 'log'>;`,
      ],
      [file, `import type { Deps, ReadDeps, Deps as AlbumDeps } from './deps.ts';\n${code}`],
    ]),
  );

test.each([
  ['function find({ db, clock }: Deps) {}', "Pick<Deps, 'db' | 'clock'>"],
  ['function find(deps: Deps) { return read(deps.db, deps.clock()); }', "Pick<Deps, 'db' | 'clock'>"],
  [
    'const find = (deps: Deps) => { const { db } = deps; return [db, deps.log]; };',
    "Pick<Deps, 'db' | 'log'>",
  ],
  ['const find = ({ db }: AlbumDeps) => db;', "Pick<AlbumDeps, 'db'>"],
  ["type OwnDeps = Deps & Pick<Mails, 'send'>; function find({ send }: OwnDeps) {}", "Pick<OwnDeps, 'send'>"],
])('a function takes what it uses: %s', (code, better) =>
  expect(check(code)).toEqual([`${STORE}:2: takes ${better}`]),
);

test.each([
  "function find({ db }: Pick<Deps, 'db'>) {}",
  'function find({ db, clock, log, objects }: Deps) {}',
  'function find(deps: Deps) { return read(deps); }',
  'function find(deps: Deps) { return { ...deps, db: deps.db }; }',
  'function find({ db, ...rest }: Deps) {}',
  'function find({ db }: ReadDeps) {}',
])('one that uses more, hands all of it on, or takes few parts anyway is not judged: %s', (code) =>
  expect(check(code)).toEqual([]),
);

test('tests and wings are exempt', () => {
  const code = 'function find({ db }: Deps) {}';
  expect(check(code, `${ALBUMS}/store.test.ts`)).toEqual([]);
  expect(check(code, 'apps/server/src/wings/library.ts')).toEqual([]);
});
