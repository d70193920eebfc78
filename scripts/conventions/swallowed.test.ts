import { expect, test } from 'vitest';
import { checkSwallowed } from './swallowed.ts';

const STORE = 'apps/server/src/modules/library/albums/store.ts';
const check = (text: string, file = STORE) => checkSwallowed(new Map([[file, text]]));

test.each([
  'await push(db).catch(() => undefined);',
  'void client.end().catch(() => {});',
  'push(db).then(keep, () => undefined);',
  'function load() { try { read(); } catch {} }',
  'function load() { try { return read(); } catch { return null; } }',
  'const find = (name: string) => lstat(name).catch(() => null);',
  'function load() { try { read(); } catch (_error) {} }',
  'function load() { try { read(); } catch ({ message }) { fail({ message: null }); } }',
  'await push(db).catch((_error) => undefined);',
  'const found = await read().catch((error) => ({ error: null }));',
  'push(db).then(keep, function (_error) { state.error = true; });',
  '/** Loads it. */ async function load() { await read().catch(() => undefined); }',
  '/** Loads it. */ function load() { try { read(); } catch {} }',
  '// Of another statement. \n push(one); push(db).catch(() => undefined);',
])('a failure does not vanish unexplained: %s', (code) =>
  expect(check(code)).toEqual([expect.stringMatching(`^${STORE}:\\d: a failure vanishes`)]),
);

test.each([
  '// Read again when the page opens.\n await push(db).catch(() => undefined);',
  '// Tried again.\n if (isOld) load().catch(() => undefined);',
  'load().catch(() => undefined); // logged where it was tried',
  'push(db).then(keep, () => {\n // The last one stands.\n });',
  'function load() { try { read(); } catch {\n /* Missing. */ } }',
  '/** The file, or null if there is none. */ export async function find(name: string) { return await lstat(name).catch(() => null); }',
  '/** Whether it can be read. */ const isText = (bytes: Buffer) => { try { return read(bytes); } catch { return false; } };',
  'const found = await read().catch((error) => ({ error }));',
  'await push(db).catch(({ status }) => judge(status));',
  'await push(db).catch((err: unknown) => log.warn({ err }, "lost"));',
  'function load() { try { read(); } catch (error) { throw new Problem("unavailable", { cause: error }); } }',
])('it is reported, judged or explained: %s', (code) => expect(check(code)).toEqual([]));

test('pages are checked, and tests exempt', () => {
  const code = 'await push(db).catch(() => undefined);';
  expect(check(code, 'apps/web/src/start.ts')).toHaveLength(1);
  expect(check(code, 'apps/web/src/shared/lazy-part.tsx')).toHaveLength(1);
  expect(check(code, STORE.replace('.ts', '.test.ts'))).toEqual([]);
  expect(check(code, 'apps/web/src/shared/push.fixture.ts')).toEqual([]);
});
