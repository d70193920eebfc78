import { describe, expect, test } from 'vitest';
import { checkOutward } from './outward.ts';
import { readSources } from './sources.ts';

const MODULE = 'apps/server/src/modules/account/greetings/';
const task = (waits: string) => `return { name: GREET, waitsForReconcile: ${waits}, handle: () => greet() };`;
const judge = (files: Record<string, string>, harmless = {}) =>
  checkOutward(new Map(Object.entries(files).map(([name, text]) => [MODULE + name, text])), harmless);

describe('the check of what leaves the house', () => {
  test.each([
    ['calls another system', 'await fetch(address)'],
    ['sends an event', 'await postWebhook(receiver, event)'],
    ['mails by itself', "const { createTransport } = await import('nodemailer');"],
    ['numbers an invoice', 'await numberInvoice(deps, trx, about)'],
    ['opens connections', "import { request } from 'node:https';"],
  ])('refuses a task that runs in restore mode in a module that %s', (_what, text) => {
    const [problem] = judge({ 'jobs.ts': task('false'), 'greet.ts': text });
    expect(problem).toContain(`${MODULE}jobs.ts GREET: something leaves the house here`);
    expect(judge({ 'jobs.ts': task('true'), 'greet.ts': text })).toEqual([]);
  });

  test('lets tasks run that only their own database sees, and those with a reason', () => {
    expect(
      judge({ 'jobs.ts': task('false'), 'greet.ts': "import type { Server } from 'node:http';" }),
    ).toEqual([]);
    const reasons = { 'modules/account/greetings/jobs.ts GREET': 'nobody hears it' };
    expect(judge({ 'jobs.ts': `${task('false')} fetch(address)` }, reasons)).toEqual([]);
  });

  test('refuses a reason without a task, and an answer that cannot be read', () => {
    const reasons = { 'modules/account/greetings/jobs.ts GREET': 'nobody hears it' };
    expect(judge({ 'jobs.ts': '' }, reasons)).toHaveLength(1);
    expect(judge({ 'jobs.ts': task('isOutward') })[0]).toContain('as true or false');
  });

  test.each(['SEND_EVENT', 'TASK', 'ISSUE'])('sees %s of the server once it no longer waits', (name) => {
    const sources = readSources();
    for (const [file, text] of sources)
      sources.set(file, text.replace(new RegExp(`(name: ${name},\\s*waitsForReconcile: )true`), '$1false'));
    const problems = checkOutward(sources);
    expect(problems.filter((problem) => problem.includes(` ${name}: something leaves`))).toHaveLength(1);
  });
});
