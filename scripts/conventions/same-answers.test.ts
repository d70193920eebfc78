import { expect, test } from 'vitest';
import { checkSameAnswers } from './same-answers.ts';

const ORDERS = 'apps/server/src/modules/orders/orders/place-order.ts';
const PROJECTS = 'apps/server/src/modules/creations/projects/save-project.ts';
const judge = (orders: string, projects: string) =>
  checkSameAnswers(
    new Map([
      [ORDERS, orders],
      [PROJECTS, projects],
    ]),
  );
const answer = (message: string) => `if (!known) throw faultyField('body.channel', ${message});`;

test('an answer is worded in one file', () => {
  const found = [`${PROJECTS}: answers 'is not a known channel', as in ${ORDERS}: give it one function`];
  const unknown = answer("'is not a known channel'");
  expect(judge(unknown, unknown)).toEqual(found);
  expect(judge(unknown, answer(`\`\${id} is not a known channel\``))).toEqual(found);
  const detail = "throw new Problem('invalid-request', { detail: 'is not a known channel' });";
  expect(judge(unknown, detail)).toEqual(found);
  expect(judge(`${unknown}${unknown}`, '')).toEqual([]);
  expect(judge(unknown, answer("'is not in this channel'"))).toEqual([]);
});

test.each([
  'const refused = (reason: string) => new Problem("conflict", { detail: reason }); throw refused(«)',
  'function refuse({ reason }: { reason: string }): never { throw faultyField("body.channel", reason); } refuse({ reason: « });',
  `const fault = (at: string, reason: string) => faultyField(at, reason);
   const ofChannel = (reason: string) => fault('body.channel', reason); throw ofChannel(«);`,
  'const channel = z.string().refine(isChannel, { error: « });',
  'const channel = z.string().check(z.refine(isChannel, «));',
  'const channel = z.string().regex(/^[a-z]+$/, «);',
  'const channel = z.string({ error: « });',
  'const channel = z.string().refine(isChannel, { error: () => « });',
  "context.addIssue({ code: 'custom', path: ['channel'], message: « });",
])('a wrapper answers, and so does a schema: %s', (code) => {
  const unknown = "'is not a known channel'";
  expect(judge(answer(unknown), code.replace('«', unknown))).toEqual([
    `${PROJECTS}: answers 'is not a known channel', as in ${ORDERS}: give it one function`,
  ]);
  expect(judge(answer(unknown), code.replace('«', "'is not in this channel'"))).toEqual([]);
});

test('what a function only writes down is no answer', () => {
  const code = "const note = (reason: string) => log.info(reason); note('is not a known channel');";
  expect(judge(code, code)).toEqual([]);
  const fail = `const fail = (code: Code, note: string) => { log.info(note); throw new Problem(code); };
    fail('conflict', 'is not a known channel');`;
  expect(judge(fail, fail)).toEqual([]);
});

test('short answers, and texts that answer nobody, may be the same', () => {
  expect(judge(answer("'is missing'"), answer("'is missing'"))).toEqual([]);
  const log = "log.info('is not a known channel');";
  expect(judge(log, log)).toEqual([]);
});

test('a value with a fallback is given by one function', () => {
  const channel = 'const { id } = findChannel(row.channel) ?? defaultChannel();';
  const other = 'const { locale } = (findChannel(channel) ?? defaultChannel());';
  expect(judge(channel, other)).toEqual([
    `${PROJECTS}: findChannel(…) ?? defaultChannel(…), as in ${ORDERS}: give it one function`,
  ]);
  expect(judge(channel, 'const channel = findChannel(id) ?? null;')).toEqual([]);
  expect(judge(channel, 'const channel = findChannel(id) ?? channelOf(request);')).toEqual([]);
});
