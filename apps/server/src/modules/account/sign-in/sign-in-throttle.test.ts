import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PASSWORD, startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';
import { expectAsLong } from './times.fixture.ts';

describe('attempts on the sign-in page', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
    await identity.addAccount('anna@example.com');
    await identity.addAccount('berta@example.com');
  });
  afterAll(() => identity.stop());
  beforeEach(async () => void (await identity.db.deleteFrom('identity_attempts').execute()));

  async function openSignIn() {
    const browser = identity.openBrowser();
    return { browser, page: await browser.open((await startSignIn(identity)).url) };
  }

  async function attempts(email: string, count: number) {
    const guess = async () => {
      const { browser, page } = await openSignIn();
      return () => browser.submit(page, { email, password: 'a wrong password' });
    };
    const guesses = await Promise.all(Array.from({ length: count }, guess));
    return Promise.all(guesses.map((send) => send()));
  }

  test('simultaneous guesses all count, and then even the right password has to wait', async () => {
    const answers = await attempts('anna@example.com', 12);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    const { browser, page } = await openSignIn();
    const right = await browser.submit(page, { email: 'ANNA@example.com', password: PASSWORD });
    expect(right.status).toBe(429);
    expect(right.text).toContain('Please try again in 1 minute,');
    const other = await browser.submit(page, { email: 'berta@example.com', password: PASSWORD });
    expect(other.url).toContain('/signed-in?code=');
  });

  test('a wait that began while the clock was nine days ahead is over with it', async () => {
    const right = identity.clock.now;
    identity.clock.now = new Date(right.getTime() + 9 * 86_400_000);
    expect((await attempts('anna@example.com', 6)).at(-1)?.status).toBeDefined();
    identity.clock.now = right;
    const { browser, page } = await openSignIn();
    const answer = await browser.submit(page, { email: 'anna@example.com', password: PASSWORD });
    expect(answer.url).toContain('/signed-in?code=');
  });

  test('the answers do not reveal whether there is an account', async () => {
    const existing = await attempts('berta@example.com', 7);
    const unknown = await attempts('nobod@example.com', 7);
    const shape = (answers: typeof existing) =>
      answers
        .map(({ status, text }) => `${status} ${text.replaceAll(/(berta|nobod)@|interaction\/[\w-]+/g, '')}`)
        .sort();
    expect(shape(existing)).toEqual(shape(unknown));
  });

  test.each([
    ['studio@example.com', 'studİo@example.com', 'STUDİO@EXAMPLE.COM'],
    ['carl@kodak.example', 'carl@\u212Aodak.example', 'CARL@KODAK.example'],
  ])('guesses count for %s however the address is spelt', async (email, ...spellings) => {
    await identity.addAccount(email);
    for (const [index, spelling] of [...spellings, email, ...spellings].entries()) {
      const [answer] = await attempts(spelling, 1);
      expect(answer?.status, `${index}: ${spelling}`).toBe(422);
    }
    for (const spelling of [email, ...spellings]) {
      const { browser, page } = await openSignIn();
      expect((await browser.submit(page, { email: spelling, password: PASSWORD })).status).toBe(429);
    }
  });
});

test('unknown addresses take as long as known ones', async () => {
  // Its own instance: a busy machine needs so many attempts that the rate limit of a network is near.
  const identity = await startIdentity();
  onTestFinished(() => identity.stop());
  await identity.addAccount('berta@example.com');
  const time = async (email: string) => {
    await identity.db.deleteFrom('identity_attempts').execute();
    const browser = identity.openBrowser();
    const page = await browser.open((await startSignIn(identity)).url);
    const start = performance.now();
    const answer = await browser.submit(page, { email, password: 'a wrong password' });
    const took = performance.now() - start;
    expect(answer.status).toBe(422);
    return took;
  };
  await expectAsLong(
    () => time('berta@example.com'),
    () => time('nobody@example.com'),
  );
});

test('simultaneous sign-ins with the right password never fail by each other', async () => {
  const identity = await startIdentity();
  onTestFinished(() => identity.stop());
  await identity.addAccount('anna@example.com');
  for (let round = 0; round < 3; round++) {
    const sent = Array.from({ length: 12 }, async () => {
      const browser = identity.openBrowser();
      const page = await browser.open((await startSignIn(identity)).url);
      return () => browser.submit(page, { email: 'anna@example.com', password: PASSWORD });
    });
    const answers = await Promise.all((await Promise.all(sent)).map((send) => send()));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }
});
