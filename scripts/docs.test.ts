import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ORDER_LIST_FAULTS } from '@keepsake/contracts/business/order-lists';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../apps/server/src/config/config.ts';
import { allEndpoints } from '../packages/contracts/src/all-endpoints.fixture.ts';

/** Checks facts in the docs that a machine can look up: paths, commands, links, settings with their defaults and bounds. */
const DOCS = globSync(['*.md', 'docs/**/*.md', '.github/*.md']).map((file) => file.replaceAll('\\', '/'));
const OPERATIONS = DOCS.filter((file) => file.startsWith('docs/operations/'));
const ROOTS = ['.', 'apps/server/src', 'apps/server/src/modules', 'apps/web/src', 'docs'];
const read = (file: string) => readFileSync(file, 'utf8');
const FENCE = /^ *```\w*\n([\s\S]*?)^ *```/gm;
/** All code in a text, inline or fenced. */
const codeIn = (text: string) => [
  ...[...text.replace(FENCE, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  ...[...text.matchAll(FENCE)].map(([, code = '']) => code),
];
const FILES = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

/** Whether a file or folder of the repository ends with this path, in which `*` matches any name. */
function exists(name: string): boolean {
  const pattern = name
    .replace(/\/$/, '')
    .replace(/[.+?^$()[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*');
  const expression = new RegExp(
    `(^|/)${pattern.replace(/\{(.*)\}/, (_, list) => `(${list.replaceAll(',', '|')})`)}(/|$)`,
  );
  return FILES.some((file) => expression.test(file));
}

/** Whether a piece of code names a file, or something below an existing folder. */
function isPath(code: string): boolean {
  if (!/^[\w@.*{},-]+(\/[\w@.$*{},-]+)*\/?$/.test(code)) return false;
  if (/\.(ts|tsx|mjs|json|md|sql|css|tsv)$/.test(code)) return code.includes('/') || !code.startsWith('.');
  const [first = ''] = code.split('/');
  return code.includes('/') && ROOTS.some((root) => existsSync(path.join(root, first)));
}

describe.each(DOCS)('%s', (file) => {
  const text = read(file);

  test('names files and folders that exist', () => {
    expect(codeIn(text).filter((code) => isPath(code) && !exists(code))).toEqual([]);
  });

  test('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const existing = [...Object.keys(scripts), 'install'];
    expect(scriptsIn(text).filter((name) => !existing.includes(name))).toEqual([]);
  });

  test('names subcommands of keepsake that exist', () => {
    const sources = globSync('apps/server/src/cli/*.ts').map(read).join('\n');
    const commands = [...sources.matchAll(/\.command\('([\w-]+)'\)/g)].map(([, name = '']) => name);
    const named = [...text.matchAll(/npm run keepsake -- ([a-z][\w-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !commands.includes(name))).toEqual([]);
  });

  test('links to pages that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => target);
    const folder = path.dirname(file);
    expect(links.filter((target) => !existsSync(path.join(folder, target)))).toEqual([]);
  });

  test('links to sections that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const missing = links.filter(([, target = '', section = '']) => {
      const page = target === '' ? file : path.join(path.dirname(file), target);
      return existsSync(page) && !sectionsOf(read(page)).includes(section);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });
});

/** The addresses of a page's sections, as GitHub makes them of its headings. */
const sectionsOf = (text: string) =>
  [...text.replace(FENCE, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The npm scripts that a text names, wherever they are in its code. */
const scriptsIn = (text: string) =>
  codeIn(text).flatMap((code) =>
    [...code.matchAll(/\bnpm (?:run )?([a-z][\w-]*)/g)].map(([, name = '']) => name),
  );

test('each npm script is explained in README.md, CONTRIBUTING.md or docs/operations', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const texts = ['README.md', 'CONTRIBUTING.md', ...OPERATIONS].map(read);
  const named = texts.flatMap((text) => [...scriptsIn(text), ...codeIn(text)]);
  expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
});

describe('the schedules in docs/operations', () => {
  const text = OPERATIONS.map(read).join('\n');
  const rows = [...text.matchAll(/^\| `([\w-]+)`( †)? \| `([\d*/, ]+)` \|/gm)];
  const notified = rows.map(([, job, mark, at]) => ({ job, at, isMadeUpFor: mark !== undefined }));

  test('are those of the modules, each with its time', () => {
    expect(notified.toSorted(byJob)).toEqual(readCrons().toSorted(byJob));
  });

  test('are the times of day that the text names', () => {
    const times = notified.map(({ at = '' }) => at.split(' ').slice(0, 2).reverse());
    const existing = times.map(
      ([hour = '', minute = '']) => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
    );
    const named = [...text.matchAll(/(\d\d:\d\d) UTC/g)].map(([, time]) => time);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((time) => time !== undefined && !existing.includes(time))).toEqual([]);
  });
});

const byJob = (one: { job?: string }, other: { job?: string }) =>
  (one.job ?? '').localeCompare(other.job ?? '');

/** The schedules in the server's sources, where each cron is on one line with the name of its task. */
function readCrons() {
  const sources = FILES.filter((file) => /^apps\/server\/src\/.*(?<!\.test)\.ts$/.test(file)).map(read);
  const nameOf = (constant: string, source: string) => {
    const named = new RegExp(`const ${constant} = (?:keyedTask\\(\\s*)?'([^']+)'`);
    return (named.exec(source) ?? named.exec(sources.find((other) => named.test(other)) ?? ''))?.[1];
  };
  return sources.flatMap((source) =>
    [...source.matchAll(/\{\s*task: (\w+),\s+at: '([^']+)'([^}]*)\}/g)].map(
      ([, task = '', at, rest = '']) => ({
        job: nameOf(task, source),
        at,
        isMadeUpFor: rest.includes('isMadeUpFor: true'),
      }),
    ),
  );
}

describe('the table of settings in docs/settings.md', () => {
  const rows = read('docs/settings.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const namesOf = (cell = '') => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
  const configuration = ['config', 'config-oidc']
    .map((file) => read(`apps/server/src/config/${file}.ts`))
    .join('\n');
  const inSchema = [...configuration.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name);

  test('has a row for every setting of the schema, and for nothing else', () => {
    expect(inSchema.length).toBeGreaterThan(20);
    expect(rows.flatMap(([, names]) => namesOf(names)).toSorted()).toEqual(inSchema.toSorted());
  });

  const bounded = rows.flatMap(([, names, , what = '']) => {
    const [, least, most] = /(\d[\d,]*) to (\d[\d,]*)/.exec(what) ?? [];
    return namesOf(names).map((name) => ({ name, least: numberOf(least), most: numberOf(most) }));
  });
  const numeric = inSchema.filter(
    (name) => isTaken(name, '12') && !isTaken(name, 'twelve') && !isTaken(name, '-1'),
  );

  test.each(numeric)('states the bounds of %s', (setting) => {
    const { least, most } = bounded.find(({ name }) => name === setting) ?? {};
    expect(least).toBeTypeOf('number');
    const taken = [Number(least) - 1, Number(least), Number(most), Number(most) + 1];
    expect(taken.map((value) => isTaken(setting, String(value)))).toEqual([false, true, true, false]);
  });
});

describe('the table of fault reasons of order files in docs/operations/business.md', () => {
  test('has every reason once, and nothing else', () => {
    const [, table = ''] = read('docs/operations/business.md').split(
      '| reason | what is wrong |\n|---|---|\n',
    );
    const [rows = ''] = table.split('\n\n');
    const named = rows.split('\n').flatMap((row) => codeIn(row.split('|')[1] ?? ''));
    expect(named.toSorted()).toEqual(Object.keys(ORDER_LIST_FAULTS).toSorted());
  });
});

describe('the table of commands in docs/operations/commands.md', () => {
  const [, table = ''] = read('docs/operations/commands.md').split('| command | what it does | more |');
  const [rows = ''] = table.split('\n\n');
  const listed = [...rows.matchAll(/^\| `([\w-]+)` \| (.+?) \|/gm)].map(([, ...cells]) => cells);
  const sources = globSync('apps/server/src/cli/*.ts').map(read).join('\n');

  test('has every command once, and nothing else', () => {
    const commands = [...sources.matchAll(/\bprogram\s*\.command\('([\w-]+)'\)/g)];
    expect(listed.map(([name]) => name).toSorted()).toEqual(commands.map(([, name]) => name).toSorted());
  });

  test('says what each does as its help says it', () => {
    const stated = [...sources.matchAll(/\.description\(\s*(['"`])(.+?)\1/g)].map(([, , text = '']) => text);
    const checks = ['merchandise', 'gallery'].map((name) => `Check a ${name} file without using it.`);
    expect(listed.filter(([, does = '']) => ![...stated, ...checks].includes(does))).toEqual([]);
  });
});

/** A new record takes a line under its theme, and its number leaves the missing ones. */
describe('the index of decisions in docs/adr/README.md', () => {
  const [themes = '', rest = ''] = read('docs/adr/README.md').split('## Missing numbers\n');
  const [missing = '', redirects = ''] = rest.split('## Earlier names\n');
  const records = globSync('docs/adr/[0-9]*.md').map((file) => {
    const [, number = '', heading = ''] = /^# (\d+)\. (.+)/.exec(read(file)) ?? [];
    return { name: path.basename(file), number: Number(number), heading };
  });
  const numbers = records.map(({ number }) => number);

  test('has each record once, with its heading', () => {
    const lines = themes.split('\n').filter((line) => line.startsWith('- '));
    const wanted = records.map(({ name, number, heading }) => `- [${number}](${name}) ${heading}`);
    expect(lines.toSorted()).toEqual(wanted.toSorted());
  });

  test('numbers each record as its file', () => {
    expect(records.filter(({ name, number }) => Number(name.slice(0, 4)) !== number)).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('names the numbers that no record has', () => {
    const gaps = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
      (number) => !numbers.includes(number),
    );
    expect((missing.match(/\d+/g) ?? []).map(Number)).toEqual(gaps);
  });

  test('redirects from names that no record has any more', () => {
    const earlier = [...redirects.matchAll(/^\| (\d{4}-[\w-]+) \|/gm)].map(([, name = '']) => `${name}.md`);
    expect(earlier.length).toBeGreaterThan(0);
    expect(earlier.filter((name) => records.some((record) => record.name === name))).toEqual([]);
  });
});

test('the table of POSTs without an Idempotency-Key in docs/architecture.md has each of the contract, and nothing else', () => {
  const [, table = ''] = read('docs/architecture.md').split('| POSTs without an Idempotency-Key |');
  const [rows = ''] = table.split('\n\n');
  const named = rows.split('\n').flatMap((row) => codeIn(row.split('|')[1] ?? ''));
  const existing = allEndpoints.filter(({ method, idempotencyKey }) => method === 'POST' && !idempotencyKey);
  expect(named.toSorted()).toEqual(existing.map(({ name }) => name).toSorted());
});

/** What the docs count, and where the code has it. A number that nothing derives is not written down. */
describe('numbers in the docs', () => {
  const count = (pattern: string) => globSync(pattern).length;
  const inCode = (file: string, pattern: RegExp) =>
    numberOf(pattern.exec(read(file))?.[1]?.replaceAll('_', ''));
  const shape = (limit: string) =>
    inCode('scripts/conventions/measure-shape.ts', new RegExp(`const ${limit} = (\\d+);`));
  const brands = JSON.parse(read('apps/server/brands/channels.json')) as { channels: unknown[] };
  const [, identity = ''] =
    /Identity is eight modules, (.*?)`wings\/identity/s.exec(read('docs/architecture.md')) ?? [];

  test.each([
    ['docs/architecture.md', /modules\/ +(\w+) wings/, count('apps/server/src/modules/*')],
    ['docs/glossary.md', /one of the (\w+) groups of modules/, count('packages/contracts/src/*/') - 1],
    [
      'docs/architecture.md',
      /Identity is (\w+) modules/,
      [...identity.matchAll(/`([\w-]+)` ?(?=\(|,)/g)].length,
    ],
    ['docs/settings.md', /the (\w+) brands that Keepsake comes with/, brands.channels.length],
    [
      'README.md',
      /with (\d+) legacy uploads/,
      inCode('apps/server/src/demo/demo-customers.ts', /legacyUploads: ([1-9]\d*)/),
    ],
    ['CONTRIBUTING.md', /none more than (\d+)/, shape('MAX_LINES')],
    ['CONTRIBUTING.md', /at least (\w+) files or a reason/, shape('MIN_FOLDER_FILES')],
    ['CONTRIBUTING.md', /a module or feature at most (\d+)/, shape('MAX_ROOM_FILES')],
  ])('%s says %s as it is', (file, pattern, actual) => {
    const [, written = ''] = pattern.exec(read(file)) ?? [];
    expect(WORDS.indexOf(written) >= 0 ? WORDS.indexOf(written) : Number(written)).toBe(actual);
  });

  test('are none of lines of code, which change every day', () => {
    const counted = /\b(\d+|\w*(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)) lines\b/g;
    const texts = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/dependencies.md'].map(read);
    const advice = 'one thought in 40 to 200 lines';
    expect(texts.flatMap((text) => text.replace(advice, '').match(counted) ?? [])).toEqual([]);
  });
});

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text.replaceAll(',', ''));
}

function isTaken(setting: string, value: string): boolean {
  try {
    readConfig({ [setting]: value });
    return true;
  } catch {
    return false;
  }
}
