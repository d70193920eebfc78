import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const MAIN = path.resolve(import.meta.dirname, 'main.ts');
const BRANDS = path.resolve(import.meta.dirname, '../../brands/channels.json');
const EXAMPLE = path.resolve(import.meta.dirname, '../../../../docs/examples/own-brand/channels.json');

function check(...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, 'check-channels', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout };
}

test('complete languages are well with --strict, too', () => {
  expect(check(BRANDS, '--strict')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('all well'),
  });
});

test('an incomplete language is well without --strict', () => {
  const { status, stdout } = check(EXAMPLE);
  expect(status).toBe(0);
  expect(stdout).toContain('all well');
  expect(stdout).not.toContain('that nothing asks for');
});

test('with --strict an incomplete language is an error that says what is lacking and nothing else', () => {
  const { status, stdout } = check(EXAMPLE, '--strict');
  expect(status).toBe(1);
  expect(stdout).not.toContain('all well');
  expect(stdout).toMatch(/^\S+ has errors by --strict, .*\n {2}da-DK lacks \d+ of \d+ texts/);
});
