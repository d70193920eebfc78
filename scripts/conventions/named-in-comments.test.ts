import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkNamedInComments, findMissing, readNames } from './named-in-comments.ts';
import { readSources, readTexts } from './sources.ts';

const FILE = 'apps/server/src/modules/library/albums/store.ts';
const MODULE = `export const readAlbums = () => sql\`select from albums\`; const KEY_BYTES = 4; // oldName of old`;
const check = (comment: string) => {
  const sources = new Map([
    [FILE, MODULE],
    ['apps/server/src/app.ts', comment],
  ]);
  return checkNamedInComments(sources, readNames(sources, new Map([['apps/server/a.sql', 'photo_uses']])));
};

describe('a name in a comment', () => {
  test.each([
    '// `readAlbums`, `readAlbums()`, `sql` and `KEY_BYTES` exist',
    '/** `albums/store.ts` and `store.ts` are files. */',
    '/* A table is `photo_uses`, all code is `{ readAlbums }` */',
    '// texts as `12 px`, `--token`, `GET /albums/{id}`, and what `createX` returns',
    'const a = "`oldName`";',
  ])('may be of what exists: %s', (comment) => expect(check(comment)).toEqual([]));

  test.each([
    ['// `oldName`', 'oldName'],
    ['// `oldName()`', 'oldName()'],
    ['// `readAlbums.first`', 'readAlbums.first'],
    ['/** Takes `OLD_LIMIT`. */', 'OLD_LIMIT'],
    ['// `{ readAlbums, readOld }`', '{ readAlbums, readOld }'],
    ['// in `albums/routes.ts`', 'albums/routes.ts'],
    ['// `old_table`', 'old_table'],
  ])('is refused if nothing is called so: %s', (comment, name) =>
    expect(check(comment)).toEqual([`apps/server/src/app.ts:1: nothing is called ${name}`]),
  );
});

const existing = readNames(readSources(), readTexts());

test.each(globSync(['*.md', 'docs/*.md', 'docs/operations/*.md']))('%s names code that exists', (file) => {
  const prose = readFileSync(file, 'utf8').replace(/^ *```\w*\n[\s\S]*?^ *```/gm, '');
  const missing = findMissing(prose, existing).map(({ name }) => name);
  expect(missing.filter((name) => /^[a-z]+[A-Z]\w*$|_\w|[a-z][A-Z]/.test(name))).toEqual([]);
});
