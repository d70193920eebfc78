import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFreePort } from './run-server.ts';

let child: ChildProcess;
let stated: string;
let call: (path: string) => Promise<string>;
beforeEach(async () => {
  const env = await withFreePort({ ...process.env, PORT: '0' });
  call = async (at) => (await fetch(`http://127.0.0.1:${env.PORT}${at}`)).text();
  stated = '';
  const program = path.join(import.meta.dirname, 'testing/outlive-errors.fixture.ts');
  child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout?.on('data', (text) => (stated += text));
  await expect.poll(() => stated, { timeout: 10_000 }).toContain('up');
});
afterEach(async () => {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

const timesUp = () => stated.match(/^up$/gm)?.length;

test.each([
  ['a rejection that nobody handles', '/reject', 'a failure was handled by nobody'],
  ['a connection that breaks where nobody listens', '/cut', 'a broken connection was handled by nobody'],
])('%s is logged, and the process goes on', async (_, at, line) => {
  await call(at);
  await expect.poll(() => stated).toContain(line);
  expect(await call('/')).toBe(String(child.pid));
  expect(timesUp()).toBe(1);
});

test('after any other exception the process finishes its calls and begins anew', async () => {
  const slow = call('/slow');
  await call('/throw');
  expect(await slow).toBe(String(child.pid));
  await expect.poll(timesUp, { timeout: 10_000 }).toBe(2);
  expect(stated).toContain('an exception was caught by nobody');
  expect(await call('/')).toBe(String(child.pid));
});

test('a signal that arrives meanwhile ends the process', async () => {
  const slow = call('/slow');
  await call('/throw');
  child.kill('SIGTERM');
  await slow;
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  expect(timesUp()).toBe(1);
});
