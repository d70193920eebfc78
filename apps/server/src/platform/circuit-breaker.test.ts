import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { CircuitOpen, createCircuitBreaker } from './circuit-breaker.ts';

let time = 0;
const lines: string[] = [];
beforeEach(() => {
  time = 0;
  lines.length = 0;
});

const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
class Refused extends Error {}
const open = () =>
  createCircuitBreaker({
    service: 'store',
    log,
    isUnanswered: (error) => !(error instanceof Refused),
    now: () => time,
  });
const answer = async () => 'answer';
const fail = () => Promise.reject(new Error('no answer'));
const refuse = () => Promise.reject(new Refused('no'));

type Breaker = ReturnType<typeof open>;
const outcomeOf = (breaker: Breaker, ask: () => Promise<string>) =>
  breaker.call(ask).catch((error: Error) => error.message);
async function failTimes(breaker: Breaker, times: number): Promise<void> {
  for (let time = 0; time < times; time++) expect(await outcomeOf(breaker, fail)).toBe('no answer');
}

test('a service that fails five times in a row is not asked again for five seconds', async () => {
  const breaker = open();
  await failTimes(breaker, 5);
  let requests = 0;
  const ask = async () => `answer ${++requests}`;
  await expect(breaker.call(ask)).rejects.toThrow(CircuitOpen);
  time = 4_999;
  await expect(breaker.call(ask)).rejects.toThrow(CircuitOpen);
  expect(requests).toBe(0);
  time = 5_000;
  expect(await breaker.call(ask)).toBe('answer 1');
  expect(await breaker.call(ask)).toBe('answer 2');
  expect(lines).toEqual([
    'a service does not answer: calls that need it fail at once',
    'a service answers again',
  ]);
});

test('one call tries it, and the others fail at once, however long that takes', async () => {
  const breaker = open();
  await failTimes(breaker, 5);
  time = 5_000;
  const trial = Promise.withResolvers<string>();
  const trying = outcomeOf(breaker, () => trial.promise);
  await expect(breaker.call(answer)).rejects.toThrow(CircuitOpen);
  trial.reject(new Error('no answer'));
  expect(await trying).toBe('no answer');
  await expect(breaker.call(answer)).rejects.toThrow(CircuitOpen);
  time = 10_000;
  expect(await breaker.call(answer)).toBe('answer');
});

test('a trial that never ends holds up no other', async () => {
  const breaker = open();
  await failTimes(breaker, 5);
  time = 5_000;
  void breaker.call(() => new Promise(() => undefined));
  time = 10_000;
  expect(await breaker.call(answer)).toBe('answer');
});

test.each([
  ['an answer', answer],
  ['a refusal', refuse],
])('%s between failures shows that the service is there', async (_what, ask) => {
  const breaker = open();
  await failTimes(breaker, 4);
  await outcomeOf(breaker, ask);
  await failTimes(breaker, 4);
  expect(await breaker.call(answer)).toBe('answer');
});

test('refusals alone are passed on for ever', async () => {
  const breaker = open();
  for (let times = 0; times < 9; times++) expect(await outcomeOf(breaker, refuse)).toBe('no');
  expect(await breaker.call(answer)).toBe('answer');
});
