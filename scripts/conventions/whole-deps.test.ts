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
         export type ReadDeps = Pick<Deps, 'db' | 'clock' | 'log'>;
         export type Parts = Omit<Deps, 'log'>;`,
      ],
      [
        `${ALBUMS}/notes.ts`,
        `import type { Deps } from './deps.ts';
         export const readNotes = ({ db, log }: Pick<Deps, 'db' | 'log'>) => [db, log];
         export const hideAll = ({ db, clock, log, objects }: Deps) => [db, clock, log, objects];`,
      ],
      [
        file,
        `import type { Deps, Parts, ReadDeps, Deps as AlbumDeps } from './deps.ts';
         import { hideAll, readNotes } from './notes.ts';\n${code}`,
      ],
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
  ['type Sending = Deps & { to: string }; function send({ to }: Sending) {}', "Pick<Sending, 'to'>"],
  ['function find({ db }: Parts) {}', "Pick<Parts, 'db'>"],
  ["function find({ db }: Omit<Deps, 'log'>) {}", "Pick<Omit<Deps, 'log'>, 'db'>"],
])('a function takes what it uses, whatever the name of its Deps: %s', (code, better) =>
  expect(check(code)).toEqual([`${STORE}:3: takes ${better}`]),
);

test.each([
  ['function find(deps: Deps) { return readNotes(deps); }', ["'db' | 'log'"]],
  ['function find(deps: Deps) { return readNotes(deps, deps.clock()); }', ["'db' | 'log' | 'clock'"]],
  [
    'const outer = (deps: Deps) => inner(1, deps); function inner(id: number, { db }: Deps) { return outer; }',
    ["'db'", "'db'"],
  ],
  ['function again(deps: Deps): void { deps.log(); again(deps); }', ["'log'"]],
])('what it hands on as a whole counts as what is taken of it there: %s', (code, parts) =>
  expect(check(code)).toEqual(parts.map((each) => `${STORE}:3: takes Pick<Deps, ${each}>`)),
);

test.each([
  "function find({ db }: Pick<Deps, 'db'>) {}",
  'function find({ db, clock, log, objects }: Deps) {}',
  'function find(deps: Deps) { return read(deps); }',
  'function find(deps: Deps) { return hideAll(deps); }',
  'function find(deps: Deps) { return readNotes(deps.db, deps); }',
  'function find(deps: Deps) { return { ...deps, db: deps.db }; }',
  'function find({ db, ...rest }: Deps) {}',
  'function find({ db }: ReadDeps) {}',
])(
  'one that uses more, hands it on for more or to who knows what, or takes few parts anyway is not judged: %s',
  (code) => expect(check(code)).toEqual([]),
);

test('tests and wings are exempt', () => {
  const code = 'function find({ db }: Deps) {}';
  expect(check(code, `${ALBUMS}/store.test.ts`)).toEqual([]);
  expect(check(code, 'apps/server/src/wings/library.ts')).toEqual([]);
});
