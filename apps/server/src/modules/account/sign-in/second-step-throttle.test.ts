import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, enrol, takeFirstStep } from '../security/second-factor.fixture.ts';
import { startIdentity, type TestIdentity } from './identity.fixture.ts';

// In a separate file, because a network may post sixty forms a minute.
let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

test('fifty codes in a row are blocked, in other sign-ins as well; before the password nobody is locked out', async () => {
  const account = await identity.addAccount('anna@example.com');
  const { secret } = await enrol(identity, account);
  const { email } = account;
  const now = () => identity.clock.now;
  const tries = async (count: number) => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at++) {
      const browser = identity.openBrowser();
      const { page } = await takeFirstStep(identity, browser, email);
      const wrong = await browser.submit(page, { code: String(100_000 + at) });
      statuses.push(wrong.status);
    }
    return statuses;
  };
  const statuses = await tries(8);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
  const browser = identity.openBrowser();
  const { page } = await takeFirstStep(identity, browser, email);
  for (let at = 0; at < 42; at++)
    expect((await browser.submit(page, { code: String(200_000 + at) })).status).toBe(429);
  const right = await browser.submit(page, { code: codeOf(secret, now()) });
  expect(right.text).toContain('Please try again in 1 minute, or use a recovery code.');
  identity.clock.now = new Date(Date.now() + 60_000);
  expect((await browser.submit(page, { code: codeOf(secret, now()) })).url).toContain('/signed-in?code=');
});
