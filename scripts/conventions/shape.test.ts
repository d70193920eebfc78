import { expect, test } from 'vitest';
import { checkShape } from './shape.ts';

const FILE = 'apps/server/src/modules/library/albums/store.ts';
const long = (head: string, count = 41) => `${head} {\n${'  act();\n'.repeat(count - 2)}}\n`;
const judge = (text: string) => checkShape(new Map([[FILE, `${text}${'//\n'.repeat(60)}`]]));
const refused = (name: string) => [`${FILE}: ${name} has 41 lines, over 40`];

test.each([
  ['a function', long('function save()'), 'save'],
  ['an arrow function', long('const save = async () =>'), 'save'],
  ['what is memoised', long('const save = memo(() =>').replace(/}\n$/, '});\n'), 'save'],
  [
    'what takes a reference',
    long('const save = memo(forwardRef((props, ref) =>').replace(/}\n$/, '}));\n'),
    'save',
  ],
  [
    'a component of a route',
    long('const Route = create("/")({ component: () =>').replace(/}\n$/, '}});\n'),
    'component',
  ],
  ['what a file exports by default', long('export default () =>'), 'a function'],
  ['what is passed at the top of a file', long('each(() =>').replace(/}\n$/, '});\n'), 'each'],
  ['what is assigned', long('store.save = () =>'), 'a function'],
  ['what is asserted', long('const save = (() =>').replace(/}\n$/, '}) as Save;\n'), 'save'],
  ['a method of an object', `const store = {\n${long('  save()')}};\n`.replace('}\n};', '},\n};'), 'save'],
])('%s over 40 lines is refused', (_what, text, name) => {
  expect(judge(text)).toEqual(refused(name));
});

test('one of 40 lines is accepted, and a callback counts for the function around it', () => {
  expect(judge(long('function save()', 40))).toEqual([]);
  for (const call of ['each', 'useCallback', 'lazy'])
    expect(judge(`function save() {\n${long(`  ${call}(() =>`, 39).trimEnd()});\n}\n`)).toEqual(
      refused('save'),
    );
});

test('a production file has at most 300 lines, a test some more', () => {
  const check = (file: string, lines: number) => checkShape(new Map([[file, '//\n'.repeat(lines)]]));
  expect(check(FILE, 301)).toEqual([`${FILE}: over 300 lines`]);
  const tested = FILE.replace('.ts', '.test.ts');
  expect(check(tested, 301)).toEqual([]);
  expect(check(tested, 1_000)).toEqual([expect.stringMatching(`^${tested}: over \\d{3} lines`)]);
});

test('many small files are splinters', () => {
  const files = [1, 2, 3, 4].map((at) => [
    FILE.replace('store', `store-${at}`),
    '//\n'.repeat(at === 1 ? 5 : 30),
  ]);
  expect(checkShape(new Map(files as [string, string][]))).toEqual([
    '1 of 4 files have under 25 lines: join what belongs together',
  ]);
});

test('a folder below a module has five files or a reason', () => {
  const folder = 'apps/server/src/modules/library/albums/pages';
  expect(checkShape(new Map([[`${folder}/one.ts`, '//\n'.repeat(30)]]))).toEqual([
    `${folder}: fewer than five files`,
  ]);
});

test('a room has at most 40 files, tests aside', () => {
  const room = 'apps/server/src/modules/library/albums';
  const check = (count: number) =>
    checkShape(
      new Map(Array.from({ length: count }, (_, at) => [`${room}/part-${at}.ts`, '//\n'.repeat(30)])),
    );
  expect(check(40)).toEqual([]);
  expect(check(41)).toEqual([`${room}: over 40 files: two rooms`]);
});
