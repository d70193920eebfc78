import { describe, expect, test } from 'vitest';
import { checkAwaits } from './awaits.ts';

const FILE = 'apps/server/src/modules/library/photos/a.ts';
const REFUSED = `${FILE}:2: a call returned where 'using' or 'try' is in scope is awaited`;
const judge = (text: string) => checkAwaits(new Map([[FILE, text]]));
const inside = (body: string, declared = '') => `async function go(db) {\n${body}\n}\n${declared}`;

describe('the check of awaits', () => {
  test.each([
    'await using file = await receive(); return db.transaction().execute(act);',
    'using lease = take(); if (lease) { return save(lease); }',
    'try { return save(); } catch { return null; }',
    'try { return save(); } finally { end(); }',
    'try { act(); } catch { return save(); } finally { end(); }',
    'try { return isNew ? save() : null; } catch {}',
    'try { return known ?? save(); } catch {}',
    'try { return (save() as Promise<void>); } catch {}',
    'try { return new Promise(act); } catch {}',
    "try { return import('./a.ts'); } catch {}",
    'for (using one of all) return save(one);',
    'try { return client.send(order); } catch {}',
  ])('refuses %s', (body) => {
    expect(judge(inside(body))).toEqual([REFUSED]);
  });

  test('refuses it in a function that is not async and returns a promise', () => {
    const text = 'function go(): Promise<void> {\n  try { return save(); } catch { return never; }\n}';
    expect(judge(text)).toEqual([REFUSED]);
  });

  test.each([
    'await using file = await receive(); return await db.transaction().execute(act);',
    'return save(); await using file = await receive();',
    'try { act(); } catch { return save(); }',
    'try { act(); } finally { end(); } return save();',
    'try { act(async () => save()); return known; } catch {}',
    'try { return JSON.parse(text); } catch {}',
    'try { return reply.code(200).send(); } catch {}',
  ])('accepts %s', (body) => {
    expect(judge(inside(body))).toEqual([]);
  });

  test('knows our own functions by the result that they declare', () => {
    const call = 'try { return save(); } catch {}';
    expect(judge(inside(call, 'function save(): number { return 1; }'))).toEqual([]);
    expect(judge(inside(call, 'function save(): Promise<number> { return later; }'))).toEqual([REFUSED]);
    expect(judge(inside(call, 'const save = () => later;'))).toEqual([REFUSED]);
  });

  test('leaves what is only synchronous alone', () => {
    expect(judge('function go() { try { return save(); } catch { return null; } }')).toEqual([]);
  });
});
