import { describe, expect, test } from 'vitest';
import { checkCachedAnswers, checkQueryNames } from './cached-answers.ts';
import { readSources } from './sources.ts';

const PUSH = 'a push message makes the tag of its name stale, or what app/push-tags.ts lists';
const CACHE =
  'a mutation declares in its meta what it invalidates, answers and removes; all else calls makeStale';
const FILE = 'apps/web/src/features/library/albums/rename-album-dialog.tsx';

const sources = readSources();
const withLine = (line: string, file = FILE) => checkCachedAnswers(new Map([...sources, [file, line]]));

test.each([
  [`usePush('archive', save);`, PUSH],
  [`import { usePush as onMessage } from '#/shared/push.ts';`, PUSH],
  [`void client.invalidateQueries({ queryKey: ['Albums'] });`, CACHE],
  [`await client.refetchQueries({ queryKey: ['Albums'] });`, CACHE],
  [`await client.resetQueries();`, CACHE],
  [`client.removeQueries({ queryKey: [tag, 'album', albumId] });`, CACHE],
  [`onSuccess: (saved) => client.setQueryData(albumQuery.queryKey, saved),`, CACHE],
  [`client.setQueriesData({ queryKey: ['Albums'] }, renamed);`, CACHE],
  [`client.getQueryCache().clear();`, CACHE],
  [`queryClient.clear();`, CACHE],
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

describe('the name under which a failed query is reported', () => {
  const judge = (text: string) => checkQueryNames(new Map([[FILE, `\n${text}`]]));

  test.each([
    `const q = queryOptions({ queryKey: ['OrderLists'], meta: { action: 'LOAD_ORDER_LISTS' } });`,
    `const q = pagedQuery({ meta: { action: 'LOAD_ALBUMS' }, queryKey: ['Albums', 'page'], load });`,
    `const KEY = ['Orders', 'list'] as const; useQuery({ queryKey: KEY, meta: { action: 'LOAD_ORDERS', concerns } });`,
  ])('is not repeated where the tag says it: %s', (text) => {
    expect(judge(text)).toEqual([
      expect.stringMatching(`^${FILE}:2: LOAD_[A-Z_]+ follows from the tag of the key`),
    ]);
  });

  test.each([
    `const q = queryOptions({ queryKey: ['User', 'counts'], meta: { action: 'LOAD_COUNTS' } });`,
    `const q = queryOptions({ queryKey: albumKey(albumId), meta: { action: 'LOAD_ALBUM' } });`,
    `const q = queryOptions({ queryKey: ['Albums'], meta: { mayBeAbsent: true } });`,
    `useMutation({ meta: { action: 'LOAD_ALBUMS', invalidates: [] } });`,
  ])('is given where it differs: %s', (text) => expect(judge(text)).toEqual([]));
});
