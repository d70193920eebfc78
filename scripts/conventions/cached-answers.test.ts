import { expect, test } from 'vitest';
import { checkCachedAnswers } from './cached-answers.ts';
import { readSources } from './sources.ts';

const PUSH = 'a push message makes the tag of its name stale, or what app/push-tags.ts lists';
const CACHE =
  'a mutation declares in its meta what it invalidates, answers and removes; all else calls makeStale';
const FILE = 'apps/web/src/features/library/albums/rename-album-dialog.tsx';

const sources = readSources();
const withLine = (line: string, file = FILE) => checkCachedAnswers(new Map([...sources, [file, line]]));

test.each([
  [`usePush('archive', save);`, PUSH],
  [`void client.invalidateQueries({ queryKey: ['Albums'] });`, CACHE],
  [`await client.refetchQueries({ queryKey: ['Albums'] });`, CACHE],
  [`await client.resetQueries();`, CACHE],
  [`client.removeQueries({ queryKey: [tag, 'album', albumId] });`, CACHE],
  [`onSuccess: (saved) => client.setQueryData(albumQuery.queryKey, saved),`, CACHE],
  [`client.setQueriesData({ queryKey: ['Albums'] }, renamed);`, CACHE],
])('%s needs a reason', (line, problem) => {
  expect(withLine(line)).toEqual([`${FILE}: ${problem}`]);
});

test.each([
  `const { refetch } = useQuery(albumsQuery);`,
  `void makeStale(client, ['Albums']);`,
  `const seen = client.getQueryData(albumQuery.queryKey);`,
])('%s needs none', (line) => expect(withLine(line)).toEqual([]));

test('tests may do so', () => {
  expect(withLine(`client.setQueryData(['Albums'], 1);`, FILE.replace('.tsx', '.test.tsx'))).toEqual([]);
});

test('a reason whose file does it no longer is listed', () => {
  expect(withLine('', 'apps/web/src/features/orders/orders/queries.ts')).toEqual([
    expect.stringContaining('orders/orders/queries.ts has no usePush any more'),
    expect.stringContaining('orders/orders/queries.ts has no change of the cache any more'),
  ]);
});
