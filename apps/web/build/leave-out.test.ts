import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst, transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import { leaveOutProperties } from './leave-out.ts';

const contracts = path.resolve(import.meta.dirname, '../../../packages/contracts/src');
const files = globSync('**/*.ts', { cwd: contracts, exclude: ['**/*.{test,fixture}.ts', 'platform/**'] });

const OF_SERVERS = /\b(sample|problems|budgets|isHeldAfterRestore): /;

test('what only the server needs of a call is not in the browser’s code, and all the rest is', async () => {
  let changed = 0;
  for (const file of files) {
    const source = readFileSync(path.join(contracts, file), 'utf8');
    if (!source.includes('endpoint({')) continue;
    const { code } = await transformWithOxc(source, file);
    const left = leaveOutProperties(code, parseAst(code));
    const calls = (text: string) => text.match(/\bendpoint\(/g)?.length;
    expect(calls(left), file).toBe(calls(code));
    const rest = (text: string) => text.match(/\b(method|path|response): /g)?.length;
    expect(rest(left), file).toBe(rest(code));
    expect(left, file).not.toMatch(OF_SERVERS);
    if (left !== code) changed++;
  }
  expect(changed).toBeGreaterThan(30);
});
