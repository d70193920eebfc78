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
  'await push(db).catch((error) => void error);',
  'function load() { try { read(); } catch (e) { void e; } }',
  'push(db).catch((error: Error) => again(new Error("x")));',
  'const fail = () => setFailed(true); push(db).catch(fail);',
  'async function close() { await Promise.allSettled(accepted); }',
  'void Promise.allSettled(pictures).then(() => print());',
  'Promise.allSettled(pictures).then((_outcomes) => print());',
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
  '/** The page says it. */ const fail = () => setFailed(true); push(db).catch(fail);',
  'const outcomes = await Promise.allSettled(accepted);',
  'Promise.allSettled(all).then((outcomes) => judge(outcomes));',
  '// Each has its own answer.\n await Promise.allSettled(accepted);',
  'function all() { return Promise.allSettled(accepted); }',
])('it is reported, judged or explained: %s', (code) => expect(check(code)).toEqual([]));

const caught = (body: string, rest = '') =>
  `function load() { try { read(); } catch (error) { ${body} } } ${rest}`;

test.each([
  'if (isAbsent(error)) return null;',
  'if (isAbsent(error)) throw error; return null;',
  'if (!isAbsent(error)) return null; reportFailure("LOAD", error);',
  'setFault(hasCode(error, "conflict") ? "outdated" : "failed");',
  'const isGone = isUnauthenticated(error); if (isGone) expire(); return !isGone;',
  'return error instanceof RefusedJson ? error : null;',
  'const { code } = error as NodeJS.ErrnoException; return code === "ENOENT" ? null : undefined;',
  'return /timeout/.test((error as Error).message) ? "silent" : "failed";',
  'if (error instanceof ProviderRefusal && ENDED.has(error.code)) end(); else wait();',
  'isAbsent(error) && reportFailure("LOAD", error);',
  'switch (error.code) { case "ENOENT": return null; default: return undefined; }',
  'if (isAbsent(error)) return null; void error;',
  'again(); // of something else',
])('what a handler does not ask for does not vanish: %s', (body) => {
  const question = body.startsWith('again') ? 'if (isAbsent(error)) return null;' : '';
  expect(check(caught(`${question} ${body}\n`))).toEqual([
    expect.stringMatching(`^${STORE}:1: a failure that the handler does not ask for vanishes`),
  ]);
});

test.each([
  'if (isAbsent(error)) return null; throw error;',
  'if (!isAbsent(error)) throw error;',
  'if (failures >= RETRIES || !isTemporary(error)) throw error; await pause();',
  'if (!(error instanceof Problem) || error.code !== "conflict") throw error; return { faults: [] };',
  'if (!(error instanceof Problem && error.code === "conflict")) throw error;',
  'if (!signal.aborted && !isAbsent(error)) reportFailure("LOAD", error);',
  'const isTemporary = isTemporaryProblem(error); if (!isTemporary || failures === 3) throw new Failed({ cause: error });',
  'const { code, message } = error as Coded; if (code === "ENOENT") return null; return ["cannot be read", message];',
  'throw error.code === "ENOENT" ? new ObjectNotFound(key) : error;',
  'isAbsent(error) || reportFailure("LOAD", error);',
  'if (isDiskFull(error)) log.warn("later"); else log.error({ err: error }, "not loaded");',
  'for (const { reject } of group) reject(error);',
  '/* Loaded again with the next page. */ if (isAbsent(error)) return null;',
])('it is rethrown, reported or explained at the top: %s', (body) => {
  expect(check(caught(body))).toEqual([]);
});

test('a function of the same file is asked what it does with the error', () => {
  const local = (body: string) => `function judge(failure: unknown, at: number) { ${body} }`;
  const asks = local('if (isAbsent(failure)) stop(); show(at);');
  const reports = local('if (!isAbsent(failure)) reportFailure("LOAD", failure);');
  const own = 'const status = judge(error, 1); if (status === "expired") return; show(status);';
  expect(check(caught(own, asks))).toHaveLength(1);
  expect(check(caught(own, reports))).toEqual([]);
  expect(check(caught(own))).toEqual([]);
  expect(check(`push(db).catch(judge); ${asks}`)).toHaveLength(1);
  expect(check(`push(db).catch(judge); ${reports}`)).toEqual([]);
  expect(check(caught('retry(error);', 'function retry(error) { retry(error); }'))).toEqual([]);
});

test('pages are checked, and tests exempt', () => {
  const code = 'await push(db).catch(() => undefined);';
  expect(check(code, 'apps/web/src/start.ts')).toHaveLength(1);
  expect(check(code, 'apps/web/src/shared/lazy-part.tsx')).toHaveLength(1);
  expect(check(code, STORE.replace('.ts', '.test.ts'))).toEqual([]);
  expect(check(code, 'apps/web/src/shared/push.fixture.ts')).toEqual([]);
});
